import { describe, expect, it } from 'vitest'
import { addedColumns } from './added-columns.ts'
import { columnsIn } from './read-statement.ts'

const added = (clause: string) => addedColumns([clause], columnsIn([clause], 'ADD'))

describe('a column that comes', () => {
  it.each([
    ['ADD c int', undefined],
    ['ADD COLUMN `c d` varchar(20) CHARACTER SET latin1 NULL COMMENT "x"', 'unknown'],
    ["ADD COLUMN c varchar(20) COLLATE utf8mb4_bin NULL COMMENT 'a, b' AFTER `a b`", undefined],
    ['ADD c datetime(3) DEFAULT NULL FIRST', undefined],
    ['ADD c json', undefined],
    ['ADD c int(11) unsigned NOT NULL', '0'],
    ['ADD c int DEFAULT -7', '-7'],
    ['ADD c INTEGER DEFAULT TRUE', '1'],
    ["ADD c int DEFAULT '5' UNIQUE", '5'],
    ['ADD c decimal(8, 2) DEFAULT 1.5', '1.5'],
    ['ADD c varchar(9) NOT NULL', ''],
    ["ADD c varchar(9) DEFAULT 'it''s'", "it's"],
    ["ADD c enum('a','b''c') DEFAULT 'b''c'", "b'c"],
    ["ADD c date DEFAULT '2026-01-02'", '2026-01-02'],
    ["ADD c datetime DEFAULT '2026-01-02 03:04:05'", '2026-01-02 03:04:05'],
    ['ADD c double DEFAULT 0.5', '0.5'],
  ])('%s: rows from before have %s', (clause, value) => {
    const [column] = added(clause) ?? []
    expect(column ? column.value : 'unknown').toBe(value)
  })

  it.each([
    'ADD c int DEFAULT 1.5',
    'ADD c int DEFAULT (1 + 2)',
    "ADD c int DEFAULT b'1'",
    'ADD c decimal(8,2) DEFAULT 1.255',
    'ADD c float(7,2) DEFAULT 1.255',
    'ADD c datetime DEFAULT CURRENT_TIMESTAMP',
    "ADD c datetime DEFAULT '2026-01-02'",
    'ADD c timestamp',
    "ADD c timestamp DEFAULT '2026-01-02 03:04:05'",
    "ADD c varchar(9) DEFAULT 'ends '",
    "ADD c varchar(9) DEFAULT 'ä'",
    'ADD c varchar(9) DEFAULT "a"',
    "ADD c enum('a','B') DEFAULT 'b'",
    "ADD c enum('a','B') NOT NULL DEFAULT 5",
    'ADD c date NOT NULL',
    "ADD c enum('a','b') NOT NULL",
    'ADD c int AUTO_INCREMENT PRIMARY KEY',
    'ADD c serial',
    'ADD c uuid DEFAULT uuid()',
    'ADD c geometry',
    "ADD c varchar(9) DEFAULT 'a' 'b'",
  ])('%s: only the rows tell what they have', (clause) => {
    expect(added(clause)).toBeUndefined()
  })
})
