import { expect, it } from 'vitest'
import { inEnglish } from '../../../../core/catalog/sentence.ts'
import { mysqlProblem, withoutInternalNames } from './mysql-problem.ts'

const thrown = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

it.each([
  ['a length beyond the packet', thrown(() => Buffer.alloc(2).readUInt32LE(0))],
  ['a length below zero', thrown(() => Buffer.alloc(2).readUIntLE(-1, 3))],
  ['an offset that is none', thrown(() => Buffer.alloc(8).readUInt8(Number.NaN))],
  ['a packet out of turn', Object.assign(new Error('x'), { code: 'PROTOCOL_PACKETS_OUT_OF_ORDER' })],
  ['a packet that the driver does not know', new Error('Unexpected packet while no commands in the queue')],
])('bytes that are no answer (%s) are told in words for people', (_, error) => {
  const { code, message } = mysqlProblem(error, 'source')
  expect([code, inEnglish(message)]).toEqual(['NOT_MYSQL', 'The server sent bytes that are no answer of MySQL.'])
})

it.each([
  [
    1044,
    "Benutzer 'r'@'%' hat keine Zugriffsberechtigung für Datenbank 'my shop'",
    { kind: 'database', name: 'my shop' },
    "'r'@'%'",
  ],
  [
    1142,
    "La commande 'SELECT' est interdite à l'utilisateur: 'o'r'@'h' sur la table `shop`.`orders`",
    { kind: 'table', schema: 'shop', name: 'orders' },
    undefined,
  ],
  [1049, "Unbekannte Datenbank 'shop'", { kind: 'database', name: 'shop' }, undefined],
  [
    1142,
    "SELECT Befehl nicht erlaubt für Benutzer 'r'@'10.0.0.7' auf Tabelle `shop`.`my orders`",
    { kind: 'table', schema: 'shop', name: 'my orders' },
    undefined,
  ],
  [
    1142,
    "SELECT command denied to user 'r'@'10.0.0.7' for table 'orders'",
    { kind: 'table', name: 'orders' },
    undefined,
  ],
  [
    1227,
    'Kein Zugriff. Hierfür wird die Berechtigung BINLOG MONITOR benötigt',
    { kind: 'server', right: 'BINLOG MONITOR' },
    undefined,
  ],
  [4151, "Access denied, this account is locked: 'r'@'10.0.0.7'", { kind: 'account', name: 'r' }, undefined],
])('names what error %i is about, whatever language the server speaks: %s', (errno, message, object, account) => {
  const problem = mysqlProblem(Object.assign(new Error(message), { errno }))
  expect(problem.object).toEqual(object)
  expect(problem.account).toBe(account)
})

it.each([
  [1264, true],
  [1265, true],
  [1406, true],
  [1366, undefined],
])('says whether a wider column could hold what error %i is about', (errno, narrow) => {
  const error = Object.assign(new Error('Daten zu lang für Feld v in Zeile 1'), { errno })
  expect(mysqlProblem(error, 'destination').narrow).toBe(narrow)
})

it.each([
  [
    'CONSTRAINT `_millrace_staging_a0951dc4_235.amount` failed for `shop`.`_millrace_staging_a0951dc4_235`',
    'CONSTRAINT `amount` failed',
  ],
  ['CONSTRAINT `small` failed for `shop`.`_millrace_staging_a0951dc4_235`', 'CONSTRAINT `small` failed'],
  ["Duplicate entry '1' for key '_millrace_staging_a0.PRIMARY'", "Duplicate entry '1' for key 'PRIMARY'"],
  ['CONSTRAINT `orders.amount` failed for `shop`.`orders`', 'CONSTRAINT `orders.amount` failed for `shop`.`orders`'],
])('names a rule without the table in which rows wait: %s', (text, wanted) => {
  expect(withoutInternalNames(text)).toBe(wanted)
})
