/** A small shop as MySQL would keep it; one statement a line, because a file of first statements has them so. Executed at each start. */
export const SHOP_SQL: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS customers (id INT PRIMARY KEY, name VARCHAR(80) NOT NULL, email VARCHAR(120), country CHAR(2) NOT NULL, joined DATE NOT NULL)',
  'CREATE TABLE IF NOT EXISTS orders (id INT PRIMARY KEY, customer_id INT NOT NULL, total DECIMAL(10,2) NOT NULL, status VARCHAR(12) NOT NULL, ordered_at DATETIME NOT NULL, KEY (customer_id))',
  `INSERT IGNORE INTO customers VALUES (1, 'Zoë Müller', 'zoe@example.com', 'DE', '2024-02-29'), (2, 'Łukasz Nowak', 'lukasz@example.com', 'PL', '2024-05-01'), (3, '佐藤 美咲', NULL, 'JP', '2025-01-15'), (4, 'Kwame Okafor', 'kwame@example.com', 'NG', '2025-03-08')`,
  `INSERT IGNORE INTO orders SELECT seq, 1 + seq % 4, ROUND(5 + seq % 97 * 1.25, 2), ELT(1 + seq % 3, 'paid', 'shipped', 'cancelled'), '2026-01-01' + INTERVAL seq HOUR FROM seq_1_to_1000`,
]
