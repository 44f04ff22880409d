import type { Session } from '../open-session.ts'
import { callTool } from './call-tool.ts'
import { tools } from './tools.ts'

/** The versions of the protocol in which nothing that is used here differs, the newest first. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

const INSTRUCTIONS =
  'Millrace moves rows between databases and vendors. Read flows and runs, explain failures, and try flows with dry runs. No tool writes rows or changes anything; say what a person should do in Millrace.'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** Codes of JSON-RPC 2.0. */
const NOT_JSON = -32_700
const NO_SUCH_METHOD = -32_601
const FAILED = -32_603

interface Mcp {
  readonly session: Session
  readonly version: string
  /** One message per line, as the transport over standard input and output has it. */
  readonly lines: AsyncIterable<string>
  readonly write: (line: string) => void
}

/** Answers a client of the Model Context Protocol until it closes its side. */
export async function serveMcp({ session, version, lines, write }: Mcp): Promise<void> {
  const send = (message: object) => write(JSON.stringify({ jsonrpc: '2.0', ...message }))
  for await (const line of lines) {
    if (line.trim() === '') continue
    const message = parsed(line)
    if (!message) send({ id: null, error: { code: NOT_JSON, message: 'This line is no message.' } })
    else if (message.id !== undefined) send({ id: message.id, ...(await answerTo(message, session, version)) })
  }
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

async function answerTo({ method, params = {} }: Message, session: Session, version: string): Promise<object> {
  switch (method) {
    case 'initialize': {
      const known = VERSIONS.find((candidate) => candidate === params['protocolVersion']) ?? VERSIONS[0]
      const serverInfo = { name: 'millrace', version }
      return {
        result: { protocolVersion: known, capabilities: { tools: {} }, serverInfo, instructions: INSTRUCTIONS },
      }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: tools() } }
    case 'tools/call': {
      const given = params['arguments']
      const named = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
      return callTool(session, String(params['name']), named).then(
        (result) => ({ result }),
        () => ({ error: { code: FAILED, message: 'The tool failed.' } }),
      )
    }
    default:
      return { error: { code: NO_SUCH_METHOD, message: `There is no method "${method}".` } }
  }
}
