-- Works with 0.1.0 and later.
-- What somebody wants to know before an application goes to the destination, and what has been found.
alter table mirrors add column cut_over jsonb;
