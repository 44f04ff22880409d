-- Where what a line says has happened: source, destination or step; null for what is about the run as a whole.
alter table run_log add column origin text;
