// What the TypeScript compiler says of a project here: who calls, names and implements each of its declarations.
//
//   npm install --no-save typescript@5.9.3
//   node tests/projects/truth.mjs workshop        # writes tests/projects/workshop/truth.jsonl
//
// The first line has a checksum of the sources, then comes a line for each declaration:
//   calls, names    places that are certain, `file:line`; names are those that a rename of the declaration has to change
//   either          places that lead to one of several declarations, or that stand under another name: they count for nothing
//   below           the classes that implement or extend it, directly or not, `file Class`
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ts = createRequire(path.join(process.cwd(), 'x.js'))('typescript');
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), process.argv[2]);
const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
const checker = program.getTypeChecker();
const files = program.getSourceFiles().filter((file) => config.fileNames.some((name) => path.resolve(name) === path.resolve(file.fileName)));
const relative = (file) => path.relative(root, file.fileName).replaceAll(path.sep, '/');
const place = (node) => `${relative(node.getSourceFile())}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** FNV-1a over paths and texts, by path. */
function checksum() {
  let hash = 0xcbf29ce484222325n;
  for (const file of files.toSorted((a, b) => (relative(a) < relative(b) ? -1 : 1))) {
    for (const byte of Buffer.from(`${relative(file)}\0${fs.readFileSync(file.fileName, 'utf8')}\0`)) {
      hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    }
  }
  return hash.toString(16).padStart(16, '0');
}

const isOurs = (node) => files.includes(node.getSourceFile());
const resolved = (symbol) => (symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

/** The declarations that a symbol stands for: one, those of a union, or that of a generic one. */
const declarationsOf = (symbol) => (resolved(symbol)?.declarations ?? []).filter(isOurs);

/** Declarations by the place of their name. */
const asked = new Map();
const keyOf = (declaration) => {
  const name = ts.getNameOfDeclaration(declaration);
  return name ? place(name) + '@' + name.getStart() : place(declaration) + '@' + declaration.getStart();
};
/** The first declaration of what `declaration` is one of: overloads, an enum and its namespace. */
const first = (declaration) => {
  const symbol = declaration.symbol ?? checker.getSymbolAtLocation(ts.getNameOfDeclaration(declaration));
  return symbol?.declarations?.[0] ?? declaration;
};

const functionLike = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

function kindOf(node) {
  const isCjs = node.getSourceFile().fileName.endsWith('.cjs');
  const holdsJsx = (body) => {
    let found = false;
    const look = (inner) => {
      found ||= ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner) || ts.isJsxFragment(inner);
      if (!found) ts.forEachChild(inner, look);
    };
    if (body) look(body);
    return found && /^[A-Z]/.test(node.name?.text ?? '');
  };
  if (ts.isFunctionDeclaration(node)) {
    if (ts.isModuleBlock(node.parent)) return 'namespace member';
    return holdsJsx(node.body) ? 'component' : isCjs ? 'commonjs' : 'function';
  }
  if (ts.isVariableDeclaration(node)) {
    if (node.initializer?.getText().startsWith('require(')) return undefined;
    if (ts.isModuleBlock(node.parent.parent.parent)) return 'namespace member';
    if (functionLike(node.initializer)) return holdsJsx(node.initializer) ? 'component' : 'function';
    return node.initializer && ts.isIdentifier(node.initializer) ? 'alias' : 'constant';
  }
  if (ts.isClassDeclaration(node)) return isCjs ? 'commonjs' : 'class';
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isInterfaceDeclaration(node)) return 'interface';
  if (ts.isTypeAliasDeclaration(node)) return 'type';
  if (ts.isMethodSignature(node) || ts.isPropertySignature(node)) return ts.isInterfaceDeclaration(node.parent) ? 'interface member' : 'type member';
  if (ts.isClassElement(node) && node.name && ts.isClassLike(node.parent)) {
    if (isCjs) return 'commonjs';
    if (node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword)) return 'static member';
    return overrides(node) ? 'override' : ts.isMethodDeclaration(node) ? 'method' : 'field';
  }
  if (ts.isObjectLiteralElement(node)) return 'object member';
  return isCjs && ts.isBinaryExpression(node) && functionLike(node.right) ? 'commonjs' : undefined;
}

function overrides(member) {
  const name = member.name.getText();
  const parents = (member.parent.heritageClauses ?? []).flatMap((clause) => clause.types);
  return parents.some((parent) => checker.getTypeAtLocation(parent).getProperty(name));
}

function qualified(node) {
  const named = ts.isBinaryExpression(node) ? (ts.isPropertyAccessExpression(node.left) && node.right.name) || node.left.name : node.name;
  const own = ts.isConstructorDeclaration(node) ? 'constructor' : named?.getText();
  if (!own || ts.isObjectBindingPattern(named ?? node)) return undefined;
  if (ts.isBinaryExpression(node)) return own;
  let owner = node.parent;
  if (ts.isTypeLiteralNode(owner) || ts.isObjectLiteralExpression(owner)) owner = owner.parent;
  if (ts.isModuleBlock(owner)) owner = owner.parent;
  if (ts.isVariableDeclarationList(owner)) {
    const block = owner.parent.parent;
    return ts.isModuleBlock(block) ? `${block.parent.name.text}.${own}` : own;
  }
  if (ts.isSourceFile(owner)) return own;
  if (!owner.name || !(ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner) || ts.isTypeAliasDeclaration(owner) || ts.isVariableDeclaration(owner) || ts.isModuleDeclaration(owner) || ts.isPropertyAssignment(owner))) return undefined;
  const outer = qualified(owner);
  return outer && `${outer}.${own}`;
}

/** Top-level declarations, and members of such. */
function collect(node) {
  const kind = kindOf(node);
  const symbol = kind && qualified(node);
  if (symbol && first(node) === node) {
    asked.set(keyOf(node), { symbol, kind, node, calls: new Set(), names: new Set(), either: new Set(), below: new Set() });
    const name = ts.getNameOfDeclaration(node);
    for (const other of node.symbol?.declarations ?? []) {
      const named = ts.getNameOfDeclaration(other);
      if (named) asked.get(keyOf(node)).names.add(place(named));
    }
    if (name) asked.get(keyOf(node)).names.add(place(name));
  }
  const goesIn = ts.isSourceFile(node) || ts.isExpressionStatement(node) || ts.isVariableStatement(node) || ts.isVariableDeclarationList(node) || ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isTypeLiteralNode(node) || ts.isObjectLiteralExpression(node) || ts.isModuleDeclaration(node) || ts.isModuleBlock(node) || ts.isPropertyAssignment(node);
  if (goesIn) ts.forEachChild(node, collect);
  else if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectLiteralExpression(node.initializer)) collect(node.initializer);
}

const entry = (declaration) => asked.get(keyOf(first(declaration)));

/** Notes a use of what `symbols` stand for. */
function note(list, symbol, node) {
  const declarations = new Set(declarationsOf(symbol).map((declaration) => entry(declaration)));
  for (const one of declarations) one?.[declarations.size > 1 ? 'either' : list].add(place(node));
}

const lastName = (node) => {
  while (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isCallExpression(node)) node = node.expression;
  if (ts.isPropertyAccessExpression(node)) return node.name;
  return ts.isElementAccessExpression(node) ? node.argumentExpression : node;
};

/** What a constant is another name of. */
function heldBy(symbol) {
  const declaration = resolved(symbol)?.valueDeclaration;
  if (declaration && ts.isBindingElement(declaration) && ts.isObjectBindingPattern(declaration.parent)) {
    return checker.getTypeAtLocation(declaration.parent).getProperty((declaration.propertyName ?? declaration.name).getText());
  }
  const value = declaration?.initializer;
  const isConstant = value && ts.isVariableDeclaration(value.parent);
  return isConstant && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value)) ? checker.getSymbolAtLocation(lastName(value)) : undefined;
}

function visit(node) {
  let callee;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) callee = node.expression;
  else if (ts.isTaggedTemplateExpression(node)) callee = node.tag;
  else if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) callee = node.tagName;
  else if (ts.isDecorator(node)) callee = ts.isCallExpression(node.expression) ? undefined : node.expression;
  if (callee && !(ts.isCallExpression(callee) || callee.kind === ts.SyntaxKind.ImportKeyword)) {
    const name = lastName(callee);
    const isSuper = callee.kind === ts.SyntaxKind.SuperKeyword;
    const named = isSuper ? checker.getTypeAtLocation(callee).symbol : checker.getSymbolAtLocation(name);
    note('calls', named, name);
    // A constant may be another name of what is called.
    for (let other = heldBy(named); other; other = heldBy(other)) note('calls', other, name);
    const declaration = checker.getResolvedSignature(node)?.declaration;
    if (declaration && ts.isConstructorDeclaration(declaration)) entry(declaration)?.calls.add(place(name));
  }
  const isKey = ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent);
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || isKey) use(node);
  if (ts.isClassLike(node) && node.name) below(node, node, new Set());
  ts.forEachChild(node, visit);
}

/** A place that bears the name of a declaration. */
function use(node) {
  const parent = node.parent;
  let symbol = checker.getSymbolAtLocation(node);
  if (ts.isShorthandPropertyAssignment(parent)) symbol = checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isExportSpecifier(parent)) symbol = checker.getExportSpecifierLocalTargetSymbol(parent) ?? symbol;
  if (ts.isBindingElement(parent) && !parent.propertyName && ts.isObjectBindingPattern(parent.parent)) {
    symbol = checker.getTypeAtLocation(parent.parent).getProperty(node.text) ?? symbol;
  }
  // The second name of a renamed binding, and a default import, are names of their own.
  const isSecond = (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) && parent.propertyName && parent.name === node;
  const own = resolved(symbol)?.name;
  if (!symbol || isSecond) return;
  const viaDefault = own === 'default' || isOfDefaultImport(symbol);
  const declarations = declarationsOf(symbol);
  const several = new Set(declarations.map(entry)).size > 1;
  for (const declaration of declarations) {
    const found = entry(declaration);
    const name = found && ts.getNameOfDeclaration(found.node)?.getText();
    if (!found || name !== node.text) continue;
    found[several || (viaDefault && place(node) !== place(ts.getNameOfDeclaration(found.node))) ? 'either' : 'names'].add(place(node));
  }
}

function isOfDefaultImport(symbol) {
  return symbol.declarations?.some((one) => ts.isImportClause(one)) ?? false;
}

/** Notes `node` below every class and interface that `type` names in its clauses. */
function below(node, type, seen) {
  for (const clause of type.heritageClauses ?? []) {
    for (const parent of clause.types) {
      for (const declaration of declarationsOf(checker.getSymbolAtLocation(parent.expression))) {
        if (seen.has(declaration)) continue;
        seen.add(declaration);
        entry(declaration)?.below.add(`${relative(node.getSourceFile())} ${node.name.text}`);
        below(node, declaration, seen);
      }
    }
  }
}

for (const file of files) if (!file.isDeclarationFile) collect(file);
for (const file of files) visit(file);
const sorted = (set) => [...set].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
const rows = [...asked.values()].map(({ symbol, kind, node, calls, names, either, below }) => ({
  symbol,
  file: relative(node.getSourceFile()),
  kind,
  calls: sorted(calls),
  names: sorted(names),
  either: sorted(either),
  below: sorted(below),
}));
rows.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
const written = [{ checksum: checksum() }, ...rows].map((row) => JSON.stringify(row) + '\n').join('');
fs.writeFileSync(path.join(root, 'truth.jsonl'), written);
console.log(`${rows.length} declarations`);
