// The tools and what they take and give. Derived from mast-core/src/tools; `cargo test --workspace` rewrites it.

import type { CallOptions } from './index.js';

/** A method for each tool. */
export interface Tools {
  /** Where is the code or document that this identifier or description means? */
  search(input: SearchInput, options?: CallOptions): Promise<SearchOutput>;

  /** Which files are here, and which names does each export? */
  projectSkeleton(input?: ProjectSkeletonInput, options?: CallOptions): Promise<ProjectSkeletonOutput>;

  /** What does this module export, with signatures and doc comments? */
  exports(input: ExportsInput, options?: CallOptions): Promise<ExportsOutput>;

  /** How is this function, class or type declared, and what are the types in its signature? */
  signature(input: SignatureInput, options?: CallOptions): Promise<SignatureOutput>;

  /** Who calls this function, method, class or component, proven and possible? */
  callers(input: CallersInput, options?: CallOptions): Promise<CallersOutput>;

  /** What does this file import, and which files import it? */
  dependencies(input: DependenciesInput, options?: CallOptions): Promise<DependenciesOutput>;

  /** Which classes implement this interface or extend this class? */
  implementors(input: ImplementorsInput, options?: CallOptions): Promise<ImplementorsOutput>;

  /** What must change when this symbol is renamed? */
  renameImpact(input: RenameImpactInput, options?: CallOptions): Promise<RenameImpactOutput>;

  /** Which headings does this Markdown file have, or which Markdown files this directory? */
  outline(input: OutlineInput, options?: CallOptions): Promise<OutlineOutput>;

  /** What does this section of a Markdown file say? */
  section(input: SectionInput, options?: CallOptions): Promise<SectionOutput>;

  /** Can everything that changed be taken into the index now? */
  reindex(input?: ReindexInput, options?: CallOptions): Promise<ReindexOutput>;

  /** Is the index there, and is it true of the disk? */
  status(input?: StatusInput, options?: CallOptions): Promise<StatusOutput>;

  /** How many tokens did answers save against reading files whole? */
  efficiency(input?: EfficiencyInput, options?: CallOptions): Promise<EfficiencyOutput>;
}

/** What each tool takes and gives, by its name on the wire. */
export interface ToolTypes {
  mast_search: { input: SearchInput; output: SearchOutput };
  mast_project_skeleton: { input: ProjectSkeletonInput; output: ProjectSkeletonOutput };
  mast_exports: { input: ExportsInput; output: ExportsOutput };
  mast_signature: { input: SignatureInput; output: SignatureOutput };
  mast_callers: { input: CallersInput; output: CallersOutput };
  mast_dependencies: { input: DependenciesInput; output: DependenciesOutput };
  mast_implementors: { input: ImplementorsInput; output: ImplementorsOutput };
  mast_rename_impact: { input: RenameImpactInput; output: RenameImpactOutput };
  mast_outline: { input: OutlineInput; output: OutlineOutput };
  mast_section: { input: SectionInput; output: SectionOutput };
  mast_reindex: { input: ReindexInput; output: ReindexOutput };
  mast_status: { input: StatusInput; output: StatusOutput };
  mast_efficiency: { input: EfficiencyInput; output: EfficiencyOutput };
}

/** The name of a tool on the wire. */
export type ToolName = keyof ToolTypes;

/** What the tool takes. */
export type ToolInput<Name extends ToolName> = ToolTypes[Name]['input'];

/** What the tool gives. */
export type ToolOutput<Name extends ToolName> = ToolTypes[Name]['output'];

/** What kind of failure it is, as on every surface of mast. */
export type FailureCode = 'invalid_input' | 'config_invalid' | 'root_refused' | 'root_missing' | 'not_initialised' | 'index_version_older' | 'index_version_newer' | 'index_unreadable' | 'busy' | 'state_dir_unwritable' | 'io' | 'cancelled' | 'internal';

/** What to search for. */
export interface SearchInput {
  /** Words or an identifier; `Class.method` finds the method. */
  query: string;
  /** At most this many results. From 1 to 50. Default: 10. */
  limit?: number | null;
  /** Pass over this many results first. From 0 to 10000. Default: 0. */
  offset?: number | null;
  /** Only files of this language. */
  language?: 'typescript' | 'javascript' | 'markdown' | null;
  /** Only files whose path matches this glob, such as `src/api/**`. */
  file_pattern?: string | null;
  /** Only chunks of this kind. */
  chunk_type?: 'function' | 'method' | 'class_shell' | 'interface' | 'type' | 'export' | 'block' | 'doc' | null;
  /** Only what a module exports. Default: false. */
  only_exported?: boolean | null;
}

/** What else of the same class matched and is not listed. */
export interface SearchResultRelated {
  /** The class, of which this is a method. */
  parent_symbol?: string;
  /** The methods of this class. */
  methods_matched?: string[];
}

/** One chunk that was found. */
export interface SearchResult {
  /** Its file. */
  file_path: string;
  /** The line it starts on. */
  start_line: number;
  /** The line it ends on. */
  end_line: number;
  /** The line that `content` begins with, when that is not `start_line`: the doc comment and context come first. */
  content_start_line?: number;
  /** Its doc comment and its code as they are on disk now; a class without the bodies of its members. */
  content: string;
  /** What it is. */
  chunk_type: 'function' | 'method' | 'class_shell' | 'interface' | 'type' | 'export' | 'block' | 'doc';
  /** Its qualified name. */
  symbol_name: string | null;
  /** What it is a member of. */
  parent_symbol: string | null;
  /** Whether its module exports it. */
  is_exported: boolean;
  /** The lexical score, lower is better; null when only the declaration's name was matched. */
  match_score: number | null;
  /** Its place in the list, from 1. */
  rank: number;
  /** The words around the first match, marked with `**`. */
  match_snippet: string | null;
  /** Its file changed since it was indexed and could not be taken in. */
  stale?: boolean;
  /** What else of the same class matched and is not listed. */
  related?: SearchResultRelated;
}

/** A name that may be meant. */
export interface SearchSuggestion {
  /** The declaration. */
  symbol: string;
  /** Its file. */
  file_path: string;
  /** Why it is suggested. */
  reason: string;
}

/** What the answer cost. */
export interface Stats {
  /** The tool that answered. */
  tool: string;
  /** Tokens of the answer's body as JSON. */
  tokens_returned: number;
  /** Tokens of the files that it refers to, read whole. */
  tokens_full_file_upper_bound: number;
  /** Those files. */
  files_referenced: string[];
  /** 1 - returned / whole; 0 when no file is referred to. */
  efficiency_ratio: number;
  /** Wall time in milliseconds. */
  duration_ms: number;
}

/** What was found. */
export interface SearchOutput {
  /** The best chunks, best first. */
  results: SearchResult[];
  /** How many chunks hold what was asked for, when there are more than are given here; `offset` leads on. */
  results_truncated?: number;
  /** Nothing bears the identifier that was asked for; the results are what resembles it. */
  approximate?: boolean;
  /** Names that may be meant; only, and always, when there is no result. */
  suggestions?: SearchSuggestion[];
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Which part of the project to list. */
export interface ProjectSkeletonInput {
  /** Only files below it: `src/api`. */
  directory?: string | null;
  /** Levels of directories to enter; 1 lists the files directly in it. From 1 to 100. */
  max_depth?: number | null;
  /** Only paths that match this glob. */
  file_pattern?: string | null;
  /** At most this many files. From 1 to 1000. Default: 200. */
  limit?: number | null;
  /** Pass over this many files first. From 0 to 1000000. Default: 0. */
  offset?: number | null;
}

/** One file with its exports. */
export interface ProjectSkeletonFile {
  /** The file. */
  file_path: string;
  /** The names that it exports, in the order of its export statements; `* from module` for a star whose module is not in the index. */
  exports: string[];
}

/** What files export. */
export interface ProjectSkeletonOutput {
  /** Files that export something, by path. */
  files: ProjectSkeletonFile[];
  /** How many such files there are, when not all are given here; `offset` leads on. */
  files_truncated?: number;
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Whose exports to list. */
export interface ExportsInput {
  /** The module's file. */
  file_path: string;
  /** At most this many. From 1 to 500. Default: 50. */
  limit?: number | null;
  /** Pass over this many first. From 0 to 100000. Default: 0. */
  offset?: number | null;
}

/** Where the declaration is, when that is another file. */
export interface ExportsExportFrom {
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
}

/** One exported name. */
export interface ExportsExport {
  /** The name that importers use: `default` for the default export, `*` for a star whose module is not in the index. */
  name: string;
  /** What it is: a kind of declaration; `namespace` for a whole module; `star`; `external` and `unresolved` for what is
re-exported from a package or from nowhere known. */
  kind: string;
  /** Its declaration without bodies, as it is on disk now; overloads a line each. For what has no declaration in the index
the line of the export. */
  signature: string;
  /** The signature is cut at 50 lines or 500 characters. */
  truncated?: boolean;
  /** The line of its declaration; of what is re-exported the line of the re-export. */
  line: number;
  /** Its doc comment. */
  doc: string | null;
  /** The declaration's own name, where that is another. */
  declared_as?: string;
  /** Where the declaration is, when that is another file. */
  from?: ExportsExportFrom;
  /** The module it is re-exported from, when that is not in the index. */
  module?: string;
}

/** What a module exports. */
export interface ExportsOutput {
  /** The module's file. */
  file_path: string;
  /** What it exports, in the order of its export statements. */
  exports: ExportsExport[];
  /** How many exports there are, when not all are given here; `offset` leads on. */
  exports_truncated?: number;
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Whose signature to show. */
export interface SignatureInput {
  /** A name, or a qualified one: `createUser`, `UserService.create`. */
  symbol: string;
  /** Only the declaration in this file. */
  file_path?: string | null;
  /** At most this many. From 1 to 500. Default: 50. */
  limit?: number | null;
  /** Pass over this many first. From 0 to 100000. Default: 0. */
  offset?: number | null;
}

/** One parameter. */
export interface SignatureResultParam {
  /** Its name as written: `a`, `...rest`, `{ a, b }`. */
  name: string;
  /** Its type as written; empty without one. */
  type: string;
  /** It may be left out: `a?`. */
  optional?: boolean;
  /** Its default. */
  default?: string;
}

/** One member. */
export interface SignatureResultMember {
  /** Its own name. */
  name: string;
  /** Its declaration without its body, on one line. */
  signature: string;
  /** The line of its name. */
  line: number;
}

/** A type that a signature names. */
export interface SignatureResultTypeContext {
  /** Its name as the signature has it. */
  name: string;
  /** Its declaration; a class with the signatures of its members. */
  signature: string;
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
  /** Whether the declaration is cut, at 50 lines or 500 characters. */
  truncated: boolean;
}

/** One declaration. */
export interface SignatureResult {
  /** Its qualified name. */
  symbol: string;
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
  /** What it is. */
  kind: string;
  /** Whether its module exports it. */
  is_exported: boolean;
  /** The declaration without its body, as it is on disk now; interfaces, types and enums whole. Empty when it is gone. */
  signature: string;
  /** The signature is cut at 200 lines or 8000 characters. */
  truncated?: boolean;
  /** Its doc comment. */
  doc: string | null;
  /** Its parameters. */
  params: SignatureResultParam[];
  /** The type that it gives back, where that is written. */
  return_type: string | null;
  /** The public members of a class, namespace or object. */
  members?: SignatureResultMember[];
  /** How many members there are, when not all are given. */
  members_truncated?: number;
  /** The types of the repository that the signature names, each once. */
  type_context: SignatureResultTypeContext[];
  /** How many such types there are, when not all are given. */
  type_context_truncated?: number;
}

/** The declarations of a name. */
export interface SignatureOutput {
  /** The declarations, exported ones first, then by file and line; overload signatures are one each. */
  results: SignatureResult[];
  /** How many there are, when not all are given here; `offset` leads on. */
  results_truncated?: number;
  /** So many different things answer to the name. */
  ambiguous?: number;
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Whose callers to find. */
export interface CallersInput {
  /** A name, or a qualified one: `createUser`, `UserService.create`. */
  symbol: string;
  /** Only the declaration in this file. */
  file_path?: string | null;
  /** Also the callers of the callers, and so on. Default: false. */
  transitive?: boolean | null;
  /** Also uses of the same name that could not be proven or ruled out. Default: true. */
  include_potential?: boolean | null;
  /** At most this many verified callers. From 1 to 500. Default: 100. */
  limit?: number | null;
  /** Pass over this many verified callers first. From 0 to 100000. Default: 0. */
  offset?: number | null;
}

/** Which declaration it calls, when several answer to the name. */
export interface CallersVerifiedCallerTarget {
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
}

/** One caller with all its calls. */
export interface CallersVerifiedCaller {
  /** Its file. */
  file_path: string;
  /** The line of its first call. */
  line: number;
  /** The lines of all its calls, when there is more than one. */
  lines?: number[];
  /** The column of the first call, in characters, from 1. */
  column: number;
  /** The declaration that calls; `<module>` outside of any. */
  caller_symbol: string;
  /** The line of the first call as it is written. */
  context: string;
  /** How the first call is proven. */
  resolution: string;
  /** How many calls away it is from the symbol, with `transitive`: 1 calls it directly. */
  depth?: number;
  /** Which declaration it calls, when several answer to the name. */
  target?: CallersVerifiedCallerTarget;
}

/** Calls that may be meant, of one caller. */
export interface CallersPotentialMatch {
  /** Their file. */
  file_path: string;
  /** The line of the first. */
  line: number;
  /** The lines of all, when there is more than one. */
  lines?: number[];
  /** The declaration around them; `<module>` outside of any. */
  context: string;
  /** What keeps the first from being decided. */
  reason: string;
}

/** A place of a declaration. */
export interface CallersDeclaration {
  /** Its qualified name. */
  symbol: string;
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
  /** What it is. */
  kind: string;
}

/** The counts. */
export interface CallersSummary {
  /** Verified callers. */
  verified_count: number;
  /** Potential matches. */
  potential_count: number;
  /** How many potential matches there are, when not all are given. */
  potential_truncated?: number;
  /** Whether callers of callers were asked for. */
  transitive: boolean;
  /** Always 0: uses that are no calls are not matched in the first place. */
  checker_classified_non_call_site: number;
  /** Calls of the same name that are proven to lead elsewhere. */
  checker_classified_different_declaration: number;
}

/** Who calls. */
export interface CallersOutput {
  /** Callers that are proven, by file and line; with `transitive` by depth first. */
  verified_callers: CallersVerifiedCaller[];
  /** How many there are, when not all are given here; `offset` leads on. */
  callers_truncated?: number;
  /** Calls of the same name that could not be proven or ruled out. */
  potential_matches: CallersPotentialMatch[];
  /** So many declarations answer to the name; each entry says which it is about. */
  ambiguous?: number;
  /** Those declarations. */
  declarations?: CallersDeclaration[];
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** The counts. */
  summary: CallersSummary;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Whose dependencies to list. */
export interface DependenciesInput {
  /** The file. */
  file_path: string;
  /** Which way to look. Default: "imports". */
  direction?: 'imports' | 'imported_by' | 'both' | null;
  /** At most this many of each. From 1 to 500. Default: 100. */
  limit?: number | null;
  /** Pass over this many first. From 0 to 100000. Default: 0. */
  offset?: number | null;
}

/** One module that a file imports. */
export interface DependenciesImport {
  /** The specifier as written. */
  module: string;
  /** The names that are taken, as the module exports them; `*` is the module as a whole. */
  symbols: string[];
  /** Whether it leads to a package outside of the repository. */
  is_external: boolean;
  /** The file that it leads to. */
  resolved_path?: string;
  /** Why it leads to nothing that is known: `missing`, `other_case`, `asset`, `outside`, `no_source`, `address`. */
  unresolved?: string;
  /** The line of the first statement that names it. */
  line: number;
  /** How it is named, unless all are `import … from`: `side_effect`, `export_from`, `dynamic`, `require`, `type_query`. */
  forms?: string[];
  /** Nothing but types is taken. */
  type_only?: boolean;
}

/** One file that imports another. */
export interface DependenciesImportedBy {
  /** The file that imports. */
  file_path: string;
  /** The specifier that it writes. */
  module: string;
  /** The names that it takes; `*` is the module as a whole. */
  symbols: string[];
  /** The line of the first statement that names it. */
  line: number;
  /** As in `imports`. */
  forms?: string[];
  /** Nothing but types is taken. */
  type_only?: boolean;
}

/** What a file imports, and what imports it. */
export interface DependenciesOutput {
  /** The file. */
  file_path: string;
  /** The modules that it imports or re-exports from, in source order, `import()` and import types last. */
  imports?: DependenciesImport[];
  /** How many there are, when not all are given here; `offset` leads on. */
  imports_truncated?: number;
  /** The files that import or re-export from it, by path. */
  imported_by?: DependenciesImportedBy[];
  /** How many there are, when not all are given here; `offset` leads on. */
  imported_by_truncated?: number;
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Whose implementors to find. */
export interface ImplementorsInput {
  /** An interface, or a class whose subclasses are wanted. */
  interface_name: string;
  /** Only the declaration in this file. */
  file_path?: string | null;
  /** At most this many. From 1 to 500. Default: 50. */
  limit?: number | null;
  /** Pass over this many first. From 0 to 100000. Default: 0. */
  offset?: number | null;
}

/** Which declaration it implements, when several answer to the name. */
export interface ImplementorsResultTarget {
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
}

/** A class. */
export interface ImplementorsResult {
  /** Its name; `?` for a class expression without one. */
  class_name: string;
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
  /** Its own methods, by qualified name. */
  methods: string[];
  /** The parent class or extended interface that it implements through. */
  via?: string;
  /** Which declaration it implements, when several answer to the name. */
  target?: ImplementorsResultTarget;
  /** Its file changed since it was indexed and could not be taken in. */
  stale?: boolean;
}

/** A place of a declaration. */
export interface ImplementorsDeclaration {
  /** Its qualified name. */
  symbol: string;
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
  /** What it is. */
  kind: string;
}

/** What implements it. */
export interface ImplementorsOutput {
  /** Classes: direct ones first, then those through others. */
  results: ImplementorsResult[];
  /** How many there are, when not all are given here; `offset` leads on. */
  results_truncated?: number;
  /** So many declarations answer to the name; each entry says which it is about. */
  ambiguous?: number;
  /** Those declarations. */
  declarations?: ImplementorsDeclaration[];
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** What is to be renamed. */
export interface RenameImpactInput {
  /** A name, or a qualified one: `createUser`, `UserService.create`. */
  symbol: string;
  /** Only the declaration in this file. */
  file_path?: string | null;
}

/** One place where the name is declared. */
export interface RenameImpactDeclarationSite {
  /** Its file. */
  file_path: string;
  /** The line of the name. */
  line: number;
  /** What it is. */
  kind: string;
  /** Whether its module exports it. */
  is_exported: boolean;
}

/** Which declaration it calls, when several answer to the name. */
export interface RenameImpactVerifiedCallerTarget {
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
}

/** One caller with all its calls. */
export interface RenameImpactVerifiedCaller {
  /** Its file. */
  file_path: string;
  /** The line of its first call. */
  line: number;
  /** The lines of all its calls, when there is more than one. */
  lines?: number[];
  /** The column of the first call, in characters, from 1. */
  column: number;
  /** The declaration that calls; `<module>` outside of any. */
  caller_symbol: string;
  /** The line of the first call as it is written. */
  context: string;
  /** How the first call is proven. */
  resolution: string;
  /** How many calls away it is from the symbol, with `transitive`: 1 calls it directly. */
  depth?: number;
  /** Which declaration it calls, when several answer to the name. */
  target?: RenameImpactVerifiedCallerTarget;
}

/** Which declaration it leads to, when several answer to the name. */
export interface RenameImpactReferenceTarget {
  /** Its file. */
  file_path: string;
  /** The line of its name. */
  line: number;
}

/** Uses of one kind in one file. */
export interface RenameImpactReference {
  /** The file. */
  file_path: string;
  /** The line of the first. */
  line: number;
  /** The lines of all, when there is more than one. */
  lines?: number[];
  /** How the name is used. */
  kind: string;
  /** Which declaration it leads to, when several answer to the name. */
  target?: RenameImpactReferenceTarget;
}

/** Calls that may be meant, of one caller. */
export interface RenameImpactPotentialMatch {
  /** Their file. */
  file_path: string;
  /** The line of the first. */
  line: number;
  /** The lines of all, when there is more than one. */
  lines?: number[];
  /** The declaration around them; `<module>` outside of any. */
  context: string;
  /** What keeps the first from being decided. */
  reason: string;
}

/** A module that passes the name on. */
export interface RenameImpactBarrelExport {
  /** Its file. */
  file_path: string;
  /** The line that needs an edit; null where none does: `export *`, or a name that is another one already. */
  line: number | null;
  /** The name that it exports. */
  exported_as: string;
  /** `named` or `star`. */
  via: string;
}

/** The counts, and what they mean. */
export interface RenameImpactSummary {
  /** Declarations. */
  declaration_count: number;
  /** Verified callers. */
  verified_count: number;
  /** Lines with other proven uses. */
  reference_count: number;
  /** Potential matches. */
  potential_count: number;
  /** Modules that pass it on. */
  barrel_count: number;
  /** What to do, in a sentence. */
  checklist: string;
  /** How many potential matches there are, when not all are given. */
  potential_truncated?: number;
  /** Always 0: uses that are no calls are told apart in the first place. */
  checker_classified_non_call_site: number;
  /** Uses of the same name that are proven to lead elsewhere. */
  checker_classified_different_declaration: number;
}

/** What a rename has to change. */
export interface RenameImpactOutput {
  /** The name that was asked for. */
  symbol: string;
  /** Where it is declared; overloads and merged declarations each. */
  declaration_sites: RenameImpactDeclarationSite[];
  /** Calls that are proven, by caller. */
  verified_callers: RenameImpactVerifiedCaller[];
  /** Other uses that are proven: imports, types, JSX, clauses, exports, shorthand properties, values. */
  references: RenameImpactReference[];
  /** Calls of the same name that could not be proven or ruled out. */
  potential_matches: RenameImpactPotentialMatch[];
  /** Modules that pass it on. */
  barrel_exports: RenameImpactBarrelExport[];
  /** So many declarations answer to the name; the answer covers all. */
  ambiguous?: number;
  /** Why there is nothing, when there is nothing. */
  note?: string;
  /** The counts, and what they mean. */
  summary: RenameImpactSummary;
  /** A file behind this answer changed and could not be taken in, since another process is writing or there was no time. */
  file_busy_returning_stale_cache?: boolean;
  /** Nothing is indexed at all. */
  index_empty?: boolean;
  /** So many files exist on disk and are not in the index. */
  unindexed_files?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** Which documents to outline. */
export interface OutlineInput {
  /** Markdown files or directories, from the project root; `.` is the root. */
  paths: string[];
  /** At most this many files of directories. From 1 to 500. Default: 50. */
  limit?: number | null;
}

/** A path that could not be outlined. */
export interface OutlineError {
  /** The path as it was given. */
  path: string;
  /** What is wrong with it. */
  error: string;
}

/** The outlines. */
export interface OutlineOutput {
  /** A line for each heading of a file, `1-9 75c # Guide`: its lines and its characters, subsections included. A line for each file of a
directory: its path, characters, title and status fields. With several paths a file's own line comes first. */
  outline: string;
  /** What could not be outlined, and why. */
  errors?: OutlineError[];
  /** How many files the directories have, when there are more than are listed. */
  files_truncated?: number;
  /** What the answer cost. */
  _stats: Stats;
}

/** One part of a document. */
export interface SectionInputSection {
  /** A Markdown file, from the project root. */
  file_path: string;
  /** A heading, `Install`, or the headings on the way to it, `Guide > Install`; its subsections belong to it. */
  heading?: string | null;
  /** Instead of a heading: the first line. Needs `end_line`. */
  start_line?: number | null;
  /** Instead of a heading: the last line. Needs `start_line`. */
  end_line?: number | null;
}

/** Which parts of documents to give. */
export interface SectionInput {
  /** The parts, each by its heading or by its lines. */
  sections: SectionInputSection[];
}

/** The text of one part. */
export interface SectionSection {
  /** Its file. */
  file_path: string;
  /** The headings on the way to it; absent where lines were asked for. */
  heading?: string;
  /** Its first line. */
  start_line: number;
  /** Its last line; before the one asked for where the file ends before it. */
  end_line: number;
  /** Its text as it is on disk now. */
  content: string;
}

/** A part that may be meant. */
export interface SectionErrorCandidate {
  /** The headings on the way to it. */
  heading: string;
  /** Its first line. */
  start_line: number;
  /** Its last line. */
  end_line: number;
}

/** A part that could not be given. */
export interface SectionError {
  /** The file as it was given. */
  file_path: string;
  /** The heading as it was given. */
  heading?: string;
  /** What is wrong. */
  error: string;
  /** The parts that may be meant: the heading names all of them, or none is called so and these resemble it. */
  candidates?: SectionErrorCandidate[];
}

/** The parts. */
export interface SectionOutput {
  /** The parts that were found, in the order they were asked for. */
  sections: SectionSection[];
  /** What could not be given, and why. */
  errors?: SectionError[];
  /** What the answer cost. */
  _stats: Stats;
}

/** How much to index. */
export interface ReindexInput {
  /** Build the index from nothing instead of taking in what changed. Default: false. */
  full?: boolean | null;
}

/** What was done. */
export interface ReindexOutput {
  /** Files read and indexed. */
  files_indexed: number;
  /** Files that had not changed. */
  files_skipped: number;
  /** Files that are gone and were taken out. */
  files_removed: number;
  /** Chunks written. */
  chunks_added: number;
  /** Chunks taken out. */
  chunks_removed: number;
  /** Files that could not be indexed; `mast_status` names them. */
  parse_errors: number;
  /** Always 0: a run that cannot write fails as a whole. */
  write_errors: number;
  /** Wall time in milliseconds. */
  duration_ms: number;
}

/** Nothing is asked. */
export type StatusInput = Record<string, never>;

/** The same by kind. */
export interface StatusStaleBreakdown {
  /** Changed since they were indexed. */
  changed: number;
  /** Never indexed. */
  unindexed: number;
  /** Gone from disk. */
  deleted: number;
}

/** Names of them, up to 20 of each kind. */
export interface StatusStalePaths {
  /** Changed since they were indexed. */
  changed: string[];
  /** Never indexed. */
  unindexed: string[];
  /** Gone from disk. */
  deleted: string[];
}

/** A file that could not be indexed. */
export interface StatusLeftOut {
  /** Its path. */
  file_path: string;
  /** Why, as a word. */
  reason: string;
  /** Why, for people. */
  detail: string;
}

/** A file with a syntax error. */
export interface StatusSyntaxErrorFile {
  /** Its path. */
  file_path: string;
  /** The line of its first error. */
  line: number;
}

/** A file that decides where imports lead and cannot be read. */
export interface StatusManifestErrorFile {
  /** Its path. */
  file_path: string;
  /** Why it cannot be read. */
  detail: string;
}

/** An import that writes a path with other capitals than the file has. */
export interface StatusMiscasedImportFile {
  /** The file that imports. */
  file_path: string;
  /** The specifier as written. */
  specifier: string;
  /** The file that it leads to, as its name is on disk; absent where names tell capitals apart, so that it leads nowhere. */
  resolved_path?: string;
}

/** The server that refreshes this index in the background; null without one. */
export interface StatusWriter {
  /** Its process. */
  pid: number;
  /** When it started (RFC 3339). */
  started_at: string;
  /** Its version. */
  mast_version: string;
  /** Its layout version. */
  schema_version: string;
  /** Whether it is the one that answers. */
  is_this_server: boolean;
}

/** How far the run is that indexes in this process. */
export interface StatusIndexing {
  /** Files that are done. */
  files_done: number;
  /** Files to be done. */
  files_total: number;
}

/** The health of the index. */
export interface StatusOutput {
  /** Where the index is. */
  state_dir: string;
  /** The layout version of this program. */
  schema_version: string;
  /** The layout version of the index. */
  index_schema_version: string | null;
  /** When the index was last written (RFC 3339). */
  last_indexed: string | null;
  /** Files in the index. */
  indexed_files: number | null;
  /** Chunks in the index. */
  chunk_count: number | null;
  /** Files that differ between index and disk. */
  stale_files: number | null;
  /** The same by kind. */
  stale_breakdown: StatusStaleBreakdown | null;
  /** Names of them, up to 20 of each kind. */
  stale_paths: StatusStalePaths | null;
  /** Files that were found and could not be indexed. */
  parse_errors: number | null;
  /** Files that could not be written; a run with one fails. */
  write_errors: number;
  /** Always 0: what crosses files is resolved when asked. */
  pending_edge_repairs: number;
  /** Whether the index is true of the disk. */
  index_fresh: boolean;
  /** Why not. */
  freshness_cause: string | null;
  /** Files that could not be indexed and directories that cannot be looked into, up to 20 of each, with the reason. */
  left_out?: StatusLeftOut[];
  /** Indexed files that do not parse as a whole; what lies outside the error is indexed. */
  syntax_errors?: number;
  /** Names of them, up to 20, with the line of the first error. */
  syntax_error_files?: StatusSyntaxErrorFile[];
  /** Files that decide where imports lead and cannot be read, such as a `tsconfig.json` that is no JSON: what they say is not known. */
  manifest_errors?: number;
  /** Names of them, up to 20, with the reason. */
  manifest_error_files?: StatusManifestErrorFile[];
  /** Imports that write a path with other capitals than the file has: they lead nowhere where file names tell capitals apart. */
  miscased_imports?: number;
  /** Names of them, up to 20. */
  miscased_import_files?: StatusMiscasedImportFile[];
  /** Indexed files that people did not write; they rank last. */
  generated_files?: number;
  /** The commit that a seed index was built from. */
  seed_commit?: string;
  /** The server that refreshes this index in the background; null without one. */
  writer: StatusWriter | null;
  /** How far the run is that indexes in this process. */
  indexing?: StatusIndexing;
}

/** Which calls to sum up. */
export interface EfficiencyInput {
  /** The calls of this session, or all that are recorded. Default: "session". */
  scope?: 'session' | 'global' | null;
  /** With `global`: only the last so many minutes. */
  since_minutes?: number | null;
}

/** What answers cost against reading files whole. */
export interface EfficiencyOutput {
  /** Which calls are summed up. */
  scope: 'session' | 'global';
  /** From when on (RFC 3339); the epoch for all. */
  window_started_at: string;
  /** Tokens of the answers. */
  tokens_returned: number;
  /** Tokens of the files that they refer to, read whole. */
  tokens_full_file_upper_bound: number;
  /** 1 - returned / whole; 0 when no file was referred to. */
  efficiency_ratio: number;
  /** Answered calls. */
  calls_total: number;
  /** The same by tool. */
  calls_by_tool: Record<string, number>;
  /** What tokens are counted by. */
  tokenizer: string;
  /** What it comes to, in a sentence. */
  counterfactual: string;
}
