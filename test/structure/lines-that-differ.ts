import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a dump writes before each object. */
const HEADING = /^--\n-- .*\n--$/m

/** Comments say versions and dates; two words forbid and allow commands of psql, with a key of chance; others only frame an object of MySQL. */
const MEANINGLESS =
  /^(--.*|\\(un)?restrict .*|DELIMITER .*|SET default_(tablespace = ''|table_access_method = heap);|(\/\*!\d+ )?(DROP .* IF EXISTS|SET @saved|SET (character_set_|\w+ += @saved)).*|)$/

/** MySQL spells out the usual collation of a character set or not, by the words with which a column was once declared. */
const USUAL_COLLATION = /(?<=CHARACTER SET (\w+)) COLLATE \1_(?:general_ci|swedish_ci|0900_ai_ci)\b/

/** One line per owner says enough. */
const REPEATED = /(?<=^.)ALTER .* (?=OWNER TO )|(?<=^.).*(?=DEFINER=\S+ SQL)/

const meaningful = (dump: string) =>
  dump
    .split(HEADING)
    .map((object) =>
      object
        .split('\n')
        .filter((line) => !MEANINGLESS.test(line))
        .map((line) => line.replace(USUAL_COLLATION, ''))
        .join('\n'),
    )
    .filter((object) => object !== '')
    .toSorted()
    .join('\n')

/**
 * @param dumps of the source and of the destination, in which the order of objects means nothing. @param folder for two files
 * @returns lines that only the source has with `-`, only the destination with `+`
 */
export function linesThatDiffer(dumps: readonly [string, string], folder: string): readonly string[] {
  const files = ['source', 'destination'].map((name) => join(folder, name))
  for (const [at, file] of files.entries()) writeFileSync(file, `${meaningful(dumps[at] ?? '')}\n`)
  const { stdout } = spawnSync('diff', ['-U0', ...files], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => /^[+-](?!--|\+\+)/.test(line))
}

export const withoutRepetition = (lines: readonly string[]): readonly string[] => {
  const owned = lines.map((line) => line.replace(REPEATED, '… '))
  return owned.filter((line, at) => !line.includes('… ') || owned.indexOf(line) === at)
}
