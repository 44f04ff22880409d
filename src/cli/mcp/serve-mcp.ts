import { answerMessage, type McpCaller } from '../../sdk/mcp/answer-message.ts'

interface Mcp {
  readonly caller: McpCaller
  /** One message per line, as the transport over standard input and output has it. */
  readonly lines: AsyncIterable<string>
  readonly write: (line: string) => void
}

/** Answers a client of the Model Context Protocol until it closes its side. */
export async function serveMcp({ caller, lines, write }: Mcp): Promise<void> {
  for await (const line of lines) {
    const answer = line.trim() === '' ? undefined : await answerMessage(line, caller)
    if (answer) write(JSON.stringify(answer))
  }
}
