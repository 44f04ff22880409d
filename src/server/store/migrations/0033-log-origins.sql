-- The origin of a log line: source, destination or step; null for lines about the run as a whole.
alter table run_log add column origin text;
