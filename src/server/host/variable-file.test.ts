import { expect, it } from 'vitest'

import { readVariableFile } from './variable-file.ts'

const problems = (text: string) => readVariableFile('millrace.env', text).problems

it('reads one variable per line, with comments and quotation marks', () => {
  const text =
    '# our shop\n\nPORT=4001 # the proxy knows it\nexport HOST = 127.0.0.1\nSMTP_URL="smtps://me:a#b@mail.example"\r\n'
  expect(readVariableFile('millrace.env', text)).toEqual({
    variables: [
      { name: 'PORT', value: '4001', line: 3 },
      { name: 'HOST', value: '127.0.0.1', line: 4 },
      { name: 'SMTP_URL', value: 'smtps://me:a#b@mail.example', line: 5 },
    ],
    problems: [],
  })
})

it.each([
  ['PORT 4001', 'millrace.env, line 1: this is not of the form NAME=value.'],
  ['PORT=1\n\nPORT=2', 'millrace.env, line 3: PORT is already set in line 1.'],
  ['SMTP_URL="smtps://me', 'millrace.env, line 1: the quotation mark of SMTP_URL has no end in this line.'],
  [
    'SMTP_URL=smtps://me:a#b@mail.example',
    'millrace.env, line 1: the value of SMTP_URL contains #, which begins a comment; put the value into quotation marks.',
  ],
])('names the line of %j, and never the value', (text, problem) => {
  expect(problems(text)).toEqual([problem])
})

it('takes a value in two kinds of quotation marks as it is', () => {
  expect(readVariableFile('millrace.env', `HOST="'a'"`).variables[0]?.value).toBe("'a'")
})
