-- One row a fact about the index as a whole.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Directories that the walk entered: a new or deleted file shows in its directory's stamp.
CREATE TABLE directories (
  path     TEXT PRIMARY KEY,
  modified_ns INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL,
  inode    INTEGER NOT NULL,
  settled  INTEGER NOT NULL
) WITHOUT ROWID;

-- Files that decide what is walked, by absolute path; without a stamp while there is no such file. A change asks for a whole walk.
CREATE TABLE rules (
  path        TEXT PRIMARY KEY,
  size        INTEGER,
  modified_ns INTEGER,
  changed_ns  INTEGER,
  inode       INTEGER,
  settled     INTEGER
) WITHOUT ROWID;

CREATE TABLE files (
  id           INTEGER PRIMARY KEY,
  path         TEXT    NOT NULL UNIQUE,
  language     INTEGER NOT NULL, -- place in LANGUAGES
  size         INTEGER NOT NULL,
  modified_ns     INTEGER NOT NULL,
  changed_ns     INTEGER NOT NULL,
  inode        INTEGER NOT NULL,
  settled      INTEGER NOT NULL, -- 0: changed so shortly before it was read that the stamp proves nothing
  hash         BLOB    NOT NULL, -- XXH3-128 of the bytes
  parsed_by    INTEGER NOT NULL, -- 0 exact, 1 tolerant, 2 markdown
  generated    INTEGER NOT NULL, -- 0 no, 1 by its header, 2 by its shape
  syntax_error INTEGER,          -- line of the first syntax error
  tokens       INTEGER,          -- cl100k_base count of the whole file, filled when first needed
  first_row    INTEGER NOT NULL, -- its row in chunk_fts; its chunks are the next chunk_count ids
  chunk_count  INTEGER NOT NULL,
  outline      BLOB    NOT NULL  -- three bytes a chunk: kind and flags, length, words of the name
);

-- Files that the walk found and the index does not hold, with the reason.
CREATE TABLE skipped (
  path     TEXT PRIMARY KEY,
  reason   TEXT    NOT NULL,
  detail   TEXT    NOT NULL,
  size     INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL,
  inode    INTEGER NOT NULL,
  settled  INTEGER NOT NULL
) WITHOUT ROWID;

-- The id is the row in chunk_fts. Text is not stored: it is read from disk when shown.
CREATE TABLE chunks (
  id           INTEGER PRIMARY KEY,
  kind         INTEGER NOT NULL, -- place in ChunkKind::ALL
  name         TEXT,
  owner_length INTEGER NOT NULL, -- how many bytes of `name` are its owner's; 0 at top level
  exported     INTEGER NOT NULL,
  part         INTEGER NOT NULL, -- 0 whole or first piece, 1, 2, … further pieces of a long declaration
  start_line   INTEGER NOT NULL,
  end_line     INTEGER NOT NULL,
  spans        BLOB    NOT NULL  -- varints: its bytes, its doc comment, the pieces of a shell
);

CREATE TABLE declarations (
  file_id      INTEGER NOT NULL,
  ordinal      INTEGER NOT NULL,
  name         TEXT    NOT NULL,
  owner_length INTEGER NOT NULL, -- how many bytes of `name` are its owner's; 0 at top level
  kind         INTEGER NOT NULL, -- place in DeclarationKind::ALL
  flags        INTEGER NOT NULL, -- 1 exported, 2 default, 4 static, 8 without body, 16 protected, 32 private
  line         INTEGER NOT NULL,
  spans        BLOB    NOT NULL, -- varints: its bytes, its name, its signature, its doc comment
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;

CREATE TABLE imports (
  file_id   INTEGER NOT NULL,
  ordinal   INTEGER NOT NULL,
  module    TEXT    NOT NULL,
  form      TEXT    NOT NULL,
  type_only INTEGER NOT NULL,
  line      INTEGER NOT NULL,
  bindings  TEXT    NOT NULL, -- as written: `a, b as c, type d, * as ns`
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;

CREATE TABLE exports (
  file_id   INTEGER NOT NULL,
  ordinal   INTEGER NOT NULL,
  name      TEXT    NOT NULL,
  target    TEXT    NOT NULL, -- local, named, star, namespace, expression
  module    TEXT,
  target_name TEXT,
  type_only INTEGER NOT NULL,
  line      INTEGER NOT NULL,
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;

-- What a file's code refers to (`store/code`): one blob, since a question takes it apart as a whole. Files without code have no row.
CREATE TABLE code (
  file_id INTEGER PRIMARY KEY,
  facts   BLOB NOT NULL
);

-- Where each distinct specifier of `imports` and `exports` leads; derived from the set of files and the manifests. Keyed by place,
-- not by specifier, since an index repeats the key.
CREATE TABLE modules (
  file_id     INTEGER NOT NULL,
  ordinal     INTEGER NOT NULL,
  specifier   TEXT    NOT NULL,
  target_file INTEGER,          -- a file's id
  state       INTEGER NOT NULL, -- 0 a file, 1 a file by other capitals, 2 a package, from 3 the place in UnknownReason::ALL
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;

-- Files that decide where specifiers lead: package.json, tsconfig.json and the like, links, and what those extend.
CREATE TABLE manifests (
  path        TEXT PRIMARY KEY,
  kind        INTEGER NOT NULL, -- place in ManifestKind::ALL
  hash        BLOB    NOT NULL,
  problem     TEXT,             -- why it cannot be read
  size        INTEGER,          -- without a stamp while there is no such file
  modified_ns INTEGER,
  changed_ns  INTEGER,
  inode       INTEGER,
  settled     INTEGER
) WITHOUT ROWID;

-- Rows hold terms that are already split: one word after another, each once a column. `often` repeats
-- those that stand three times or more in the body. A file's own row holds its path,
-- and as name what its file name says.
CREATE VIRTUAL TABLE chunk_fts USING fts5 (
  name, owner, path, doc, body, often,
  content = '', contentless_delete = 1, detail = column, tokenize = "ascii tokenchars '_$'"
);

-- How many rows hold each term, read off the full text itself.
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_fts, row);

-- INDEXES: a new index is filled first, which makes these in one sort each.
CREATE UNIQUE INDEX files_by_row ON files (first_row);
CREATE INDEX modules_by_target ON modules (target_file) WHERE target_file IS NOT NULL;
CREATE INDEX modules_miscased ON modules (file_id) WHERE state IN (1, 4); -- by other capitals: to a file, to none
