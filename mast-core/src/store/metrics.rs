//! What calls cost, kept in a file of its own beside the index, so that a rebuilt index keeps it.
//!
//! A call is a row; rows that are older than a week can be rolled up into one row a day and tool. Times are seconds since the epoch,
//! days count from it in UTC.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, params};

use crate::error::{Error, ErrorKind, Result};

/// How long a statement waits for another process that records a call.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// The write-ahead log is cut back to this size after a checkpoint.
const LOG_CEILING_BYTES: u32 = 1 << 20;

const SECONDS_A_DAY: u64 = 86_400;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS metrics (
  id           INTEGER PRIMARY KEY,
  tool_name    TEXT    NOT NULL,
  call_timestamp REAL  NOT NULL,
  tokens_returned INTEGER NOT NULL,
  tokens_full_file_upper_bound INTEGER NOT NULL,
  duration_ms  REAL    NOT NULL,
  session_id   TEXT    NOT NULL,
  status       TEXT    NOT NULL, -- ok, stale_returned, error
  args_json    TEXT    NOT NULL,
  results_json TEXT    NOT NULL
);
CREATE INDEX IF NOT EXISTS metrics_by_time ON metrics (call_timestamp);
CREATE TABLE IF NOT EXISTS metrics_daily (
  day          INTEGER NOT NULL,
  tool_name    TEXT    NOT NULL,
  calls        INTEGER NOT NULL,
  tokens_returned INTEGER NOT NULL,
  tokens_full_file_upper_bound INTEGER NOT NULL,
  avg_duration_ms REAL NOT NULL,
  PRIMARY KEY (day, tool_name)
) WITHOUT ROWID;
";

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallStatus {
    /// With an answer.
    Answered,
    /// With an answer that says that it may be out of date.
    Stale,
    /// With an error.
    Failed,
}

impl CallStatus {
    const fn name(self) -> &'static str {
        match self {
            Self::Answered => "ok",
            Self::Stale => "stale_returned",
            Self::Failed => "error",
        }
    }
}

/// One call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// When it was called.
    pub at: SystemTime,
    /// Tokens of the answer.
    pub returned: u64,
    /// Tokens of the files that it refers to, read whole.
    pub whole: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
    /// The process that answered.
    pub session: String,
    /// How it ended.
    pub status: CallStatus,
    /// What was asked, as JSON, cut short.
    pub arguments: String,
    /// What was found, as JSON: the first paths and names.
    pub results: String,
}

/// The calls of one tool, summed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolUse {
    /// How many.
    pub calls: u64,
    /// Tokens of their answers.
    pub returned: u64,
    /// Tokens of the files that they refer to, read whole.
    pub whole: u64,
    /// How long they took together, in milliseconds.
    pub total_ms: f64,
    /// How long each took, ascending; without those that were rolled up.
    pub durations_ms: Vec<f64>,
}

impl ToolUse {
    /// How long a call took on average, in milliseconds.
    pub fn mean_ms(&self) -> f64 {
        self.total_ms / self.calls.max(1) as f64
    }

    /// The time within which this percentage of the calls was answered, by nearest rank; none where no single times are kept.
    pub fn percentile_ms(&self, percent: f64) -> Option<f64> {
        let rank = (percent / 100.0 * self.durations_ms.len() as f64).ceil().max(1.0);
        self.durations_ms.get(rank as usize - 1).copied()
    }

    /// 1 - returned / whole; 0 when no file was referred to.
    pub fn efficiency(&self) -> f64 {
        if self.whole == 0 {
            0.0
        } else {
            1.0 - self.returned as f64 / self.whole as f64
        }
    }

    /// Adds the calls of another tool.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.returned += other.returned;
        self.whole += other.whole;
        self.total_ms += other.total_ms;
        self.durations_ms.extend_from_slice(&other.durations_ms);
        self.durations_ms.sort_unstable_by(f64::total_cmp);
    }
}

/// The file with the calls.
#[derive(Debug)]
pub struct Metrics {
    connection: Connection,
    path: PathBuf,
}

impl Metrics {
    /// Opens the file at `path`, made where there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self> {
        let open = || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // A call that is lost with the power matters to nobody, an answer that waits for the disk does.
            connection.execute_batch(&format!(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA journal_size_limit = {LOG_CEILING_BYTES};{SCHEMA}"
            ))?;
            Ok(connection)
        };
        let connection = open().map_err(|error| unreadable(path, &error))?;
        Ok(Self {
            connection,
            path: path.to_owned(),
        })
    }

    /// Opens the file at `path` to change what is in it; none where there is no such file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn open_existing(path: &Path) -> Result<Option<Self>> {
        if path.exists() {
            Self::open(path).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Opens the file at `path` for reading; none where there is no such file.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let open = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| unreadable(path, &error))?;
        Ok(Some(Self {
            connection,
            path: path.to_owned(),
        }))
    }

    /// Adds calls.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn record(&mut self, calls: &[Call]) -> Result<()> {
        self.change(|connection| {
            let transaction = connection.transaction()?;
            {
                let mut insert = transaction.prepare_cached(
                    "INSERT INTO metrics (tool_name, call_timestamp, tokens_returned, tokens_full_file_upper_bound,
                       duration_ms, session_id, status, args_json, results_json)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                )?;
                for call in calls {
                    insert.execute(params![
                        call.tool,
                        seconds(call.at),
                        call.returned,
                        call.whole,
                        call.duration_ms,
                        call.session,
                        call.status.name(),
                        call.arguments,
                        call.results,
                    ])?;
                }
            }
            transaction.commit()
        })
    }

    /// The calls since `from` by tool; with those that were rolled up, of whole days.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn since(&self, from: SystemTime) -> Result<BTreeMap<String, ToolUse>> {
        let mut uses: BTreeMap<String, ToolUse> = BTreeMap::new();
        self.look(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT tool_name, tokens_returned, tokens_full_file_upper_bound, duration_ms FROM metrics
                 WHERE call_timestamp >= ?1 ORDER BY duration_ms",
            )?;
            let mut rows = rows.query([seconds(from)])?;
            while let Some(row) = rows.next()? {
                let tool = uses.entry(row.get(0)?).or_default();
                let duration: f64 = row.get(3)?;
                tool.calls += 1;
                tool.returned += row.get::<_, u64>(1)?;
                tool.whole += row.get::<_, u64>(2)?;
                tool.total_ms += duration;
                tool.durations_ms.push(duration);
            }
            let mut rows = connection.prepare_cached(
                "SELECT tool_name, calls, tokens_returned, tokens_full_file_upper_bound, avg_duration_ms FROM metrics_daily
                 WHERE day >= ?1",
            )?;
            let mut rows = rows.query([day(from)])?;
            while let Some(row) = rows.next()? {
                let tool = uses.entry(row.get(0)?).or_default();
                let calls: u64 = row.get(1)?;
                tool.calls += calls;
                tool.returned += row.get::<_, u64>(2)?;
                tool.whole += row.get::<_, u64>(3)?;
                tool.total_ms += row.get::<_, f64>(4)? * calls as f64;
            }
            Ok(())
        })?;
        Ok(uses)
    }

    /// Sums up the calls before `until` by day and tool, in place of their rows. How many rows were summed up.
    ///
    /// # Errors
    ///
    /// When they cannot be read or written.
    pub fn roll_up(&mut self, until: SystemTime) -> Result<u64> {
        self.change(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO metrics_daily (day, tool_name, calls, tokens_returned, tokens_full_file_upper_bound, avg_duration_ms)
                 SELECT CAST(call_timestamp / 86400 AS INTEGER), tool_name, count(*), sum(tokens_returned),
                   sum(tokens_full_file_upper_bound), avg(duration_ms)
                 FROM metrics WHERE call_timestamp < ?1 GROUP BY 1, 2
                 ON CONFLICT (day, tool_name) DO UPDATE SET
                   avg_duration_ms = (avg_duration_ms * calls + excluded.avg_duration_ms * excluded.calls)
                     / (calls + excluded.calls),
                   calls = calls + excluded.calls,
                   tokens_returned = tokens_returned + excluded.tokens_returned,
                   tokens_full_file_upper_bound = tokens_full_file_upper_bound + excluded.tokens_full_file_upper_bound",
                [seconds(until)],
            )?;
            let summed = transaction.execute("DELETE FROM metrics WHERE call_timestamp < ?1", [seconds(until)])?;
            transaction.commit()?;
            Ok(summed as u64)
        })
    }

    /// Forgets the sums of days before that of `until`, and gives their room back. How many rows were forgotten.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn vacuum(&mut self, until: SystemTime) -> Result<u64> {
        self.change(|connection| {
            let forgotten = connection.execute("DELETE FROM metrics_daily WHERE day < ?1", [day(until)])?;
            connection.execute_batch("VACUUM")?;
            Ok(forgotten as u64)
        })
    }

    fn look<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        read(&self.connection).map_err(|error| unreadable(&self.path, &error))
    }

    fn change<T>(&mut self, write: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T> {
        write(&mut self.connection).map_err(|error| unreadable(&self.path, &error))
    }
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> Error {
    Error::new(
        ErrorKind::Internal,
        format!("the metrics at `{}` cannot be used: {error}", path.display()),
    )
    .with_hint("remove the file to begin anew; the index does not need it")
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

fn day(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() / SECONDS_A_DAY)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Call, CallStatus, Metrics, ToolUse};
    use crate::project::test_tree::TestTree;

    fn call(day: u64, duration_ms: f64) -> Call {
        Call {
            tool: "mast_search".to_owned(),
            at: UNIX_EPOCH + Duration::from_secs(day * 86_400 + 7),
            returned: 10,
            whole: 100,
            duration_ms,
            session: "s".to_owned(),
            status: CallStatus::Answered,
            arguments: "{}".to_owned(),
            results: "[]".to_owned(),
        }
    }

    fn all(metrics: &Metrics) -> ToolUse {
        let uses = metrics.since(UNIX_EPOCH).expect("sums");
        uses.get("mast_search").cloned().unwrap_or_default()
    }

    #[test]
    fn sums_stay_what_they_are_when_rolled_up_and_go_when_vacuumed() {
        let tree = TestTree::new();
        let path = tree.root.join("metrics.db");
        let mut metrics = Metrics::open(&path).expect("a file");
        metrics.record(&[call(1, 2.0), call(1, 4.0)]).expect("recorded");
        metrics
            .roll_up(UNIX_EPOCH + Duration::from_hours(120))
            .expect("rolled up");
        // A second roll-up of the same day adds to its row.
        metrics.record(&[call(1, 9.0), call(9, 1.0)]).expect("recorded");
        let summed = metrics
            .roll_up(UNIX_EPOCH + Duration::from_hours(120))
            .expect("rolled up");
        assert_eq!(summed, 1);
        let uses = all(&metrics);
        assert_eq!((uses.calls, uses.returned, uses.whole), (4, 40, 400));
        assert!((uses.mean_ms() - 4.0).abs() < 1e-9, "{}", uses.mean_ms());
        assert_eq!(uses.percentile_ms(50.0), Some(1.0));
        let forgotten = metrics
            .vacuum(UNIX_EPOCH + Duration::from_hours(48))
            .expect("vacuumed");
        assert_eq!((forgotten, all(&metrics).calls), (1, 1));
    }

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let uses = ToolUse {
            durations_ms: (1..=20).map(f64::from).collect(),
            ..ToolUse::default()
        };
        assert_eq!(uses.percentile_ms(50.0), Some(10.0));
        assert_eq!(uses.percentile_ms(95.0), Some(19.0));
        assert_eq!(uses.percentile_ms(100.0), Some(20.0));
    }
}
