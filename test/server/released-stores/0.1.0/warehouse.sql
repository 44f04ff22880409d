
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public._millrace_fence (
    flow_id text NOT NULL,
    target text NOT NULL,
    epoch bigint NOT NULL,
    run_id text NOT NULL,
    raised_at timestamp with time zone DEFAULT now() NOT NULL,
    committed_epoch bigint,
    committed_run_id text,
    committed_rows bigint,
    committed_bound text,
    committed_at timestamp with time zone
);
CREATE TABLE public.visits (
    id integer NOT NULL,
    page text
);
INSERT INTO public._millrace_fence VALUES
	('5963abc3-0c60-4a02-9906-9c7d10e91b51', 'visits', 1, '184409d9-d4c3-4bfc-85d7-9e8862887c2c', '2026-11-25 12:40:12.092168+00', 1, '184409d9-d4c3-4bfc-85d7-9e8862887c2c', 20, '2000000', '2026-11-25 12:40:12.19063+00');
INSERT INTO public.visits VALUES
	(100000, 'page 1'),
	(200000, 'page 2'),
	(300000, 'page 3'),
	(400000, 'page 4'),
	(500000, 'page 5'),
	(600000, 'page 6'),
	(700000, 'page 7'),
	(800000, 'page 8'),
	(900000, 'page 9'),
	(1000000, 'page 10'),
	(1100000, 'page 11'),
	(1200000, 'page 12'),
	(1300000, 'page 13'),
	(1400000, 'page 14'),
	(1500000, 'page 15'),
	(1600000, 'page 16'),
	(1700000, 'page 17'),
	(1800000, 'page 18'),
	(1900000, 'page 19'),
	(2000000, 'page 20');
ALTER TABLE ONLY public._millrace_fence
    ADD CONSTRAINT _millrace_fence_pkey PRIMARY KEY (flow_id, target);
ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (id);
