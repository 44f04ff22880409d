-- What it takes to say a line, and the rule that a row breaks, in another language, beside their English.
alter table run_log add column sentence jsonb;
alter table rejected_rows add column rule_sentence jsonb;
-- In which mails reach a person: chosen in the client, or else the first that their browser asked for.
alter table users add column language text;
