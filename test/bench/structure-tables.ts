/** A table of both systems: its columns, the keys and indexes beside them, and its rows from the numbers 1 to `rows`. */
interface StructuredTable {
  readonly name: string
  /** The share of the rows of the largest table. */
  readonly share: number
  readonly columns: string
  readonly rows: string
  /** What is added after the rows. */
  readonly parts: readonly string[]
}

/**
 * A rental shop as in Pagila and Sakila, and people with their salaries as in the employees database: keys, unique and other indexes, foreign keys, checks,
 * defaults. `n` is the number of a row; the SQL is what both systems understand.
 */
const TABLES: readonly StructuredTable[] = [
  {
    name: 'film',
    share: 0.01,
    columns: `film_id int NOT NULL PRIMARY KEY, title varchar(100) NOT NULL, description text, length smallint DEFAULT 90 CHECK (length > 0), rate decimal(4,2) DEFAULT 4.99 NOT NULL`,
    rows: `n, CONCAT('film ', n), CONCAT('a story of ', MD5(CONCAT('', n)), ' and ', MD5(CONCAT(n, 'b'))), 50 + n % 100, n % 10 + 0.99`,
    parts: ['CREATE UNIQUE INDEX film_title ON film (title)', 'CREATE INDEX film_length ON film (length, rate)'],
  },
  {
    name: 'customer',
    share: 0.05,
    columns: `customer_id int NOT NULL PRIMARY KEY, name varchar(60) NOT NULL, mail varchar(100) NOT NULL, active smallint DEFAULT 1 NOT NULL, since date NOT NULL`,
    rows: `n, CONCAT('customer ', n % 7919), CONCAT('c', n, '@example.com'), n % 2, DATE '2020-01-01'`,
    parts: ['CREATE UNIQUE INDEX customer_mail ON customer (mail)', 'CREATE INDEX customer_name ON customer (name)'],
  },
  {
    name: 'rental',
    share: 0.5,
    columns: `rental_id int NOT NULL PRIMARY KEY, film_id int NOT NULL, customer_id int NOT NULL, day date NOT NULL, note varchar(80)`,
    rows: `n, n % {film} + 1, n % {customer} + 1, DATE '2024-01-01', MD5(CONCAT('', n))`,
    parts: [
      'CREATE INDEX rental_film ON rental (film_id)',
      'CREATE INDEX rental_customer ON rental (customer_id, day)',
      'ALTER TABLE rental ADD CONSTRAINT rental_of_film FOREIGN KEY (film_id) REFERENCES film (film_id)',
      'ALTER TABLE rental ADD CONSTRAINT rental_of_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id) ON DELETE CASCADE',
    ],
  },
  {
    name: 'employee',
    share: 0.1,
    columns: `emp_no int NOT NULL PRIMARY KEY, birth date NOT NULL, first_name varchar(14) NOT NULL, last_name varchar(16) NOT NULL, hired date NOT NULL`,
    rows: `n, DATE '1960-01-01', CONCAT('f', n % 1000), CONCAT('l', n % 5000), DATE '1990-01-01'`,
    parts: ['CREATE INDEX employee_name ON employee (last_name, first_name)'],
  },
  {
    name: 'salary',
    share: 1,
    columns: `emp_no int NOT NULL, number int NOT NULL, amount int NOT NULL CHECK (amount >= 0), day date NOT NULL, PRIMARY KEY (emp_no, number)`,
    rows: `n % {employee} + 1, n, 40000 + n % 60000, DATE '1990-01-01'`,
    parts: [
      'CREATE INDEX salary_amount ON salary (amount)',
      'ALTER TABLE salary ADD CONSTRAINT salary_of_employee FOREIGN KEY (emp_no) REFERENCES employee (emp_no) ON DELETE CASCADE',
    ],
  },
]

export const STRUCTURED = TABLES.map(({ name }) => name)

const countOf = ({ share }: StructuredTable, rows: number) => Math.max(1, Math.round(rows * share))

/** The number of rows of all tables. @param rows of the largest */
export const rowsOfAll = (rows: number): number => TABLES.reduce((sum, table) => sum + countOf(table, rows), 0)

/** @param numbers the SQL of a table with the numbers from 1 to its argument, in a column `n` */
export const createStructure = (rows: number, numbers: (count: number) => string): readonly string[] => [
  ...TABLES.flatMap((table) => [
    `CREATE TABLE ${table.name} (${table.columns})`,
    `INSERT INTO ${table.name} SELECT ${filled(table.rows, rows)} FROM ${numbers(countOf(table, rows))}`,
  ]),
  ...TABLES.flatMap(({ parts }) => parts),
  'CREATE VIEW best_paid AS SELECT e.emp_no, e.last_name, s.amount FROM employee e JOIN salary s ON s.emp_no = e.emp_no WHERE s.amount > 90000',
]

/** `{film}` is the number of rows of that table. */
const filled = (sql: string, rows: number) =>
  sql.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(TABLES.flatMap((table) => (table.name === name ? [countOf(table, rows)] : []))),
  )
