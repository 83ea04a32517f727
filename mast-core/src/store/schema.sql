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

-- What a file declares and its chunks (`store/declared.rs`): one blob, since both are read as a whole. The n-th chunk is the n-th row
-- in chunk_fts after the file's own. Text is not stored: it is read from disk when shown.
CREATE TABLE declared (
  file_id INTEGER PRIMARY KEY,
  facts   BLOB NOT NULL
);

-- Rows of imports, exports and modules are numbered by their file and their place in it (`store/places.rs`).
CREATE TABLE imports (
  id        INTEGER PRIMARY KEY,
  module    INTEGER NOT NULL, -- ordinal in modules
  form      INTEGER NOT NULL, -- place in ImportForm::ALL
  type_only INTEGER NOT NULL,
  line      INTEGER NOT NULL,
  bindings  TEXT    NOT NULL, -- as written: `a, b as c, type d, * as ns`
  file_id   INTEGER AS (id >> 21),
  ordinal   INTEGER AS (id & 0x1FFFFF)
);

CREATE TABLE exports (
  id        INTEGER PRIMARY KEY,
  name      TEXT    NOT NULL,
  target    INTEGER NOT NULL, -- 0 local, 1 named, 2 star, 3 namespace, 4 expression
  module    INTEGER,          -- ordinal in modules
  target_name TEXT,           -- the name at the target, where it is another one
  type_only INTEGER NOT NULL,
  line      INTEGER NOT NULL,
  file_id   INTEGER AS (id >> 21),
  ordinal   INTEGER AS (id & 0x1FFFFF)
);

-- What a file's code refers to (`store/code`): one blob, since a question takes it apart as a whole. Files without code have no row.
CREATE TABLE code (
  file_id INTEGER PRIMARY KEY,
  facts   BLOB NOT NULL
);

-- Where each distinct specifier of `imports` and `exports` leads; derived from the set of files and the manifests. Keyed by place,
-- not by specifier, since an index repeats the key.
CREATE TABLE modules (
  id          INTEGER PRIMARY KEY,
  specifier   TEXT    NOT NULL,
  target_file INTEGER,          -- a file's id
  state       INTEGER NOT NULL, -- 0 a file, 1 a file by other capitals, 2 a package, from 3 the place in UnknownReason::ALL
  file_id     INTEGER AS (id >> 21),
  ordinal     INTEGER AS (id & 0x1FFFFF)
);

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

-- Rows hold terms that are already split: one word after another, each once a column. `often` has
-- those that stand three times or more in the body, `body` the others. A file's own row holds its path,
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
