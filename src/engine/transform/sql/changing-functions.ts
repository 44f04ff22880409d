import { listOf, type Tree, textOf, walk } from './sql-tree.ts'

/** Functions that return something else each time, of `allowed-functions.ts`. */
const CHANGING = new Set(
  `now get_current_timestamp transaction_timestamp current_localtimestamp current_date today get_current_time current_localtime ago
   random uuid uuidv4 uuidv7 gen_random_uuid`.split(/\s+/),
)

/** Calls of such functions where no column has the name. */
const WORDS = new Set(['current_timestamp', 'current_date', 'current_time', 'localtime', 'localtimestamp'])

/**
 * Whether expressions depend on the time or on chance, so that the same rows do not come out each time.
 * @param columns the names that the expressions may use
 */
export function dependsOnTimeOrChance(expressions: readonly Tree[], columns: readonly string[]): boolean {
  const own = new Set(columns.map((name) => name.toLowerCase()))
  let depends = false
  walk(expressions, (node) => {
    const name = textOf(node['function_name']).toLowerCase()
    const path = listOf(node['column_names'])
    const word = path.length === 1 ? textOf(path[0]).toLowerCase() : ''
    // By one argument it returns how long ago something was.
    const isAge = name === 'age' && listOf(node['children']).length === 1
    depends ||= CHANGING.has(name) || isAge || (WORDS.has(word) && !own.has(word))
  })
  return depends
}
