import { House } from 'lucide'
import { expect, it } from 'vitest'

import { type Command, matchingCommands } from './command.ts'
import { markedParts } from './marked-parts.ts'

const aCommand = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  group: 'flows',
  icon: House,
  label,
  run: () => undefined,
  ...more,
})
const labels = (commands: readonly Command[]) => commands.map(({ label }) => label)

it('puts what begins with the words first, then what was used lately', () => {
  const commands = [aCommand('All orders'), aCommand('Old orders'), aCommand('Orders')]
  expect(labels(matchingCommands(commands, 'orders', ['Old orders']))).toEqual(['Orders', 'Old orders', 'All orders'])
})

it('shows what was used lately before anything is typed, the latest first', () => {
  const commands = [aCommand('One'), aCommand('Two'), aCommand('Three')]
  const shown = matchingCommands(commands, '', ['Three', 'gone', 'One'])
  expect(shown.filter(({ group }) => group === 'recent').map(({ label }) => label)).toEqual(['Three', 'One'])
})

it('finds by every word, in the name or beside it', () => {
  const commands = [aCommand('sales.orders', { group: 'tables', detail: 'Shop to warehouse' }), aCommand('Orders')]
  expect(labels(matchingCommands(commands, 'orders shop'))).toEqual(['sales.orders'])
})

it('is quick over 10,000 flows', () => {
  const commands = Array.from({ length: 20_000 }, (_, number) => aCommand(`Flow ${number}`))
  const started = performance.now()
  matchingCommands(commands, 'flow 99')
  expect(performance.now() - started).toBeLessThan(200)
})

it('marks each place of the typed words once', () => {
  expect(markedParts('Sales orders', 'or sal')).toEqual([
    { text: 'Sal', isMarked: true },
    { text: 'es ', isMarked: false },
    { text: 'or', isMarked: true },
    { text: 'ders', isMarked: false },
  ])
  expect(markedParts('a.b', '.')).toHaveLength(3)
  expect(markedParts('Home', '')).toEqual([{ text: 'Home', isMarked: false }])
})
