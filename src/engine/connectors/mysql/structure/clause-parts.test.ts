import { expect, it } from 'vitest'

import { inEnglish } from '../../../../core/catalog/sentence.ts'
import { clausesOf } from './clause-parts.ts'

const DEFINITION = `CREATE TABLE \`t\` (
  \`id\` int NOT NULL COMMENT 'KEY \`x\` USING HASH',
  \`wide\`\`r\` text /*M!100301 COMPRESSED*/ DEFAULT NULL,
  \`note\` varchar(10) /*!50606 COLUMN_FORMAT DYNAMIC */ DEFAULT 'WITH SYSTEM VERSIONING',
  PRIMARY KEY (\`id\`) USING BTREE,
  UNIQUE KEY \`plain\` (\`note\`),
  FULLTEXT KEY \`words\` (\`note\`) KEY_BLOCK_SIZE=4 /*!50100 WITH PARSER \`ngram\` */ ,
  PERIOD FOR \`p\` (\`a\`, \`b\`)
) /*!50100 TABLESPACE \`far\` */ ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 KEY_BLOCK_SIZE=8`

it('settings that only the definition of a table shows are named with their columns and indexes', () => {
  const found = clausesOf(DEFINITION, 'shop.t').map(({ name, reason }) => `${name}: ${inEnglish(reason)}`)
  expect(found.map((line) => line.replace('These settings do not come: ', ''))).toEqual([
    'wide`r: COMPRESSED.',
    'note: COLUMN_FORMAT DYNAMIC.',
    'PRIMARY: USING BTREE.',
    'words: KEY_BLOCK_SIZE=4, WITH PARSER `ngram`.',
    ': PERIOD FOR `p` (`a`, `b`).',
    ': TABLESPACE `far`.',
  ])
})
