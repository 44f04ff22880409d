-- A realistic shop: about 250,000 rows, always the same ones. Random values come from hashes of the row's number with
-- a fixed seed per use, and every moment is computed from a fixed day, so neither the clock nor the time zone matters.

create function pg_temp.roll(number bigint, seed integer, sides integer) returns integer
  immutable language sql
  return (hashint8extended(number, seed) & 2147483647)::integer % sides;

create function pg_temp.pick(choices text[], number bigint, seed integer) returns text
  immutable language sql
  return choices[1 + pg_temp.roll(number, seed, cardinality(choices))];

create table public.customers (
  id bigint not null,
  name text not null,
  email text not null,
  phone varchar(20),
  city text not null,
  country character(2) not null,
  birthday date,
  wants_news boolean not null,
  tags text[],
  note text,
  registered_at timestamp with time zone not null
);

create table public.products (
  id integer not null,
  sku varchar(16) not null,
  name text not null,
  category text not null,
  price numeric(10, 2) not null,
  weight_kg numeric(8, 3),
  rating real,
  attributes jsonb not null,
  discontinued_on date
);

create table public.orders (
  id bigint not null,
  customer_id bigint not null,
  status text not null,
  currency character(3) not null,
  total numeric(12, 2) not null,
  note text,
  placed_at timestamp with time zone not null,
  shipped_at timestamp with time zone
);

create table public.order_items (
  order_id bigint not null,
  line smallint not null,
  product_id integer not null,
  quantity integer not null,
  unit_price numeric(10, 2) not null,
  discount numeric(4, 3)
);

create table public.events (
  id uuid not null,
  customer_id bigint,
  kind text not null,
  path text not null,
  properties jsonb not null,
  duration interval,
  happened_at timestamp with time zone not null
);

create temporary table first_names (name text, spelled text, id serial) on commit drop;
insert into first_names (name, spelled) values
  ('Åsa', 'asa'), ('José', 'jose'), ('Łukasz', 'lukasz'), ('Zoë', 'zoe'), ('Søren', 'soren'), ('François', 'francois'),
  ('Иван', 'ivan'), ('Σοφία', 'sofia'), ('美咲', 'misaki'), ('محمد', 'mohammed'), ('דוד', 'david'), ('Nguyễn', 'nguyen'),
  ('Emma', 'emma'), ('Noah', 'noah'), ('Olivia', 'olivia'), ('Liam', 'liam'), ('Amara', 'amara'), ('Mateo', 'mateo'),
  ('Priya', 'priya'), ('Arjun', 'arjun'), ('Siobhán', 'siobhan'), ('Jürgen', 'juergen'), ('Ayşe', 'ayse'), ('Chloé', 'chloe'),
  ('Björk', 'bjork'), ('Jiří', 'jiri'), ('Grace', 'grace'), ('Kwame', 'kwame'), ('민준', 'minjun'), ('Ana María', 'ana.maria');

create temporary table last_names (name text, spelled text, id serial) on commit drop;
insert into last_names (name, spelled) values
  ('Müller', 'mueller'), ('O''Brien', 'obrien'), ('García', 'garcia'), ('Nowak', 'nowak'), ('Ørsted', 'orsted'), ('Lefèvre', 'lefevre'),
  ('Петров', 'petrov'), ('Παπαδόπουλος', 'papadopoulos'), ('佐藤', 'sato'), ('حسن', 'hassan'), ('כהן', 'cohen'), ('Trần', 'tran'),
  ('Smith', 'smith'), ('Johnson', 'johnson'), ('van den Berg', 'vandenberg'), ('Okafor', 'okafor'), ('Silva', 'silva'), ('Patel', 'patel'),
  ('Kowalska', 'kowalska'), ('Þórsdóttir', 'thorsdottir'), ('D''Angelo', 'dangelo'), ('Yılmaz', 'yilmaz'), ('Novák', 'novak'), ('김', 'kim');

create temporary table cities (name text, country text, id serial) on commit drop;
insert into cities (name, country) values
  ('Berlin', 'DE'), ('München', 'DE'), ('Zürich', 'CH'), ('Wien', 'AT'), ('Kraków', 'PL'), ('Łódź', 'PL'), ('København', 'DK'),
  ('Malmö', 'SE'), ('Reykjavík', 'IS'), ('Paris', 'FR'), ('Saint-Étienne', 'FR'), ('A Coruña', 'ES'), ('Lisboa', 'PT'),
  ('São Paulo', 'BR'), ('Bogotá', 'CO'), ('México', 'MX'), ('New York', 'US'), ('Coeur d''Alene', 'US'), ('Montréal', 'CA'),
  ('東京', 'JP'), ('서울', 'KR'), ('Hà Nội', 'VN'), ('मुंबई', 'IN'), ('القاهرة', 'EG'), ('Αθήνα', 'GR'), ('Київ', 'UA'),
  ('İstanbul', 'TR'), ('Nairobi', 'KE'), ('Lagos', 'NG'), ('Auckland', 'NZ');

insert into public.customers
select
  number,
  first_names.name || ' ' || last_names.name,
  first_names.spelled || '.' || last_names.spelled || number || '@example.com',
  case when pg_temp.roll(number, 4, 3) > 0 then '+' || (10000000000 + hashint8extended(number, 5) & 68719476735) end,
  cities.name,
  cities.country,
  case when pg_temp.roll(number, 6, 4) > 0 then date '1945-01-01' + pg_temp.roll(number, 7, 22000) end,
  pg_temp.roll(number, 8, 3) = 0,
  case pg_temp.roll(number, 9, 5)
    when 0 then null
    when 1 then '{}'::text[]
    when 2 then array['wholesale', 'net 30']
    when 3 then array['vip', 'says "hi", often', null]
    else array['retail']
  end,
  case pg_temp.roll(number, 10, 40)
    when 0 then E'Rings twice.\nLeave it with the neighbour.'
    when 1 then E'Tab\there, backslash \\ there, and a \u2603 in winter 🛒'
    when 2 then ''
  end,
  timestamp with time zone '2023-01-01 00:00:00+00' + make_interval(secs => pg_temp.roll(number, 11, 70000000))
from generate_series(1, 12000) as number
join first_names on first_names.id = 1 + pg_temp.roll(number, 1, 30)
join last_names on last_names.id = 1 + pg_temp.roll(number, 2, 24)
join cities on cities.id = 1 + pg_temp.roll(number, 3, 30)
order by number;

insert into public.products
select
  number,
  upper(left(category, 3)) || '-' || lpad(number::text, 5, '0'),
  pg_temp.pick('{Plain,Sturdy,Café,Nordic,Folding,Über,Piñata,Evening,Recycled,Grand}', number, 22) || ' '
    || pg_temp.pick('{lamp,teapot,chair,notebook,backpack,crêpe pan,scarf,puzzle,bicycle bell,sake set}', number, 23),
  category,
  (99 + pg_temp.roll(number, 24, 49900))::numeric / 100,
  case when pg_temp.roll(number, 25, 10) > 0 then (5 + pg_temp.roll(number, 26, 20000))::numeric / 1000 end,
  case when pg_temp.roll(number, 27, 5) > 0 then (10 + pg_temp.roll(number, 28, 41))::real / 10 end,
  jsonb_build_object(
    'colour', pg_temp.pick('{red,blue,türkis,黒,natural}', number, 29),
    'sizes', to_jsonb((array['S', 'M', 'L', 'XL'])[:1 + pg_temp.roll(number, 30, 4)]),
    'fragile', pg_temp.roll(number, 31, 6) = 0,
    'origin', case when pg_temp.roll(number, 32, 3) > 0 then pg_temp.pick('{DE,PT,JP,IN,BR}', number, 33) end
  ),
  case when pg_temp.roll(number, 34, 12) = 0 then date '2024-06-01' + pg_temp.roll(number, 35, 500) end
from generate_series(1, 800) as number
cross join lateral (select pg_temp.pick('{home,kitchen,office,garden,travel,games}', number, 21) as category) as chosen
order by number;

insert into public.order_items
select order_number, line, product_id, 1 + pg_temp.roll(order_number * 8 + line, 42, 4), products.price,
  case when pg_temp.roll(order_number * 8 + line, 43, 6) = 0 then (25 + 25 * pg_temp.roll(order_number * 8 + line, 44, 10))::numeric / 1000 end
from generate_series(1, 55000) as order_number
cross join lateral generate_series(1, 1 + pg_temp.roll(order_number, 40, 4)) as line
cross join lateral (select 1 + pg_temp.roll(order_number * 8 + line, 41, 800) as product_id) as chosen
join public.products on products.id = product_id
order by order_number, line;

insert into public.orders
select
  number,
  1 + pg_temp.roll(number, 50, 12000),
  status,
  pg_temp.pick('{EUR,EUR,EUR,USD,USD,GBP,CHF}', number, 52),
  total,
  case pg_temp.roll(number, 53, 50) when 0 then 'Gift 🎁 – no invoice, please' when 1 then 'Doorbell says "Ζωή"' end,
  placed_at,
  case when status in ('shipped', 'delivered') then placed_at + make_interval(secs => 3600 + pg_temp.roll(number, 55, 500000)) end
from (
  select order_id as number, sum(round(quantity * unit_price * (1 - coalesce(discount, 0)), 2)) as total
  from public.order_items group by order_id
) as sums
cross join lateral (
  select
    pg_temp.pick('{new,paid,shipped,shipped,delivered,delivered,delivered,delivered,cancelled,returned}', number, 51) as status,
    timestamp with time zone '2024-01-01 00:00:00+00'
      + make_interval(secs => pg_temp.roll(number, 54, 60000000) + pg_temp.roll(number, 56, 1000000) / 1000000.0) as placed_at
) as chosen
order by number;

insert into public.events
select
  md5('event ' || number)::uuid,
  case when pg_temp.roll(number, 60, 3) > 0 then 1 + pg_temp.roll(number, 61, 12000) end,
  pg_temp.pick('{page viewed,page viewed,page viewed,product viewed,product viewed,cart changed,search,checkout started}', number, 62),
  pg_temp.pick('{/,/sale,/products,/search,/cart,/checkout,/über-uns}', number, 63),
  jsonb_build_object(
    'agent', pg_temp.pick('{Firefox,Chrome,Safari,Edge}', number, 64),
    'product', case when pg_temp.roll(number, 65, 2) = 0 then 1 + pg_temp.roll(number, 66, 800) end,
    'query', pg_temp.pick('{lamp,théière,自転車,"a \"quoted\" word",🎄}', number, 67)
  ),
  case when pg_temp.roll(number, 68, 4) > 0 then make_interval(secs => pg_temp.roll(number, 69, 900000) / 1000.0) end,
  timestamp with time zone '2025-01-01 00:00:00+00' + make_interval(secs => pg_temp.roll(number, 70, 40000000) + pg_temp.roll(number, 71, 1000000) / 1000000.0)
from generate_series(1, 45000) as number;

alter table public.customers add primary key (id), add unique (email);
alter table public.products add primary key (id), add unique (sku);
alter table public.orders add primary key (id), add foreign key (customer_id) references public.customers;
alter table public.order_items
  add primary key (order_id, line),
  add foreign key (order_id) references public.orders,
  add foreign key (product_id) references public.products;
alter table public.events add primary key (id), add foreign key (customer_id) references public.customers;
