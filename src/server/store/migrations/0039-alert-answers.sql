-- Works with 0.1.0 and later.
-- What it takes to say the answer to an alert in another language, beside its English.
alter table alert_deliveries add column answer_sentence jsonb;
