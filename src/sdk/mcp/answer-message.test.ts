import { expect, it } from 'vitest'
import { answerMessage, type McpCaller } from './answer-message.ts'

const caller: McpCaller = { version: '1', orgId: 'o', call: () => Promise.reject(new Error('nothing is asked')) }

const codeOf = async (message: unknown) => {
  const answer = await answerMessage(JSON.stringify(message), caller)
  return (answer as { error?: { code: number } } | undefined)?.error?.code
}
const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })

it.each([
  ['null', null],
  ['a text', 'listFlows'],
  ['a list', ['listFlows']],
  ['a name that is an object', { name: { toString: 1 } }],
  ['a name that is missing', {}],
  ['arguments that are a list', { name: 'listFlows', arguments: [] }],
  ['arguments that are null', { name: 'listFlows', arguments: null }],
  ['an argument that is an object', { name: 'getFlow', arguments: { flowId: { toString: 1 } } }],
])('params with %s are wrong params', async (_, params) => expect(await codeOf(call(params))).toBe(-32_602))

it.each([
  ['a list of messages', [call({ name: 'listFlows' })]],
  ['a number', 7],
  ['an id that is an object', { ...call({ name: 'listFlows' }), id: {} }],
  ['an id that is null', { ...call({ name: 'listFlows' }), id: null }],
  ['a method that is an object', { jsonrpc: '2.0', id: 1, method: {} }],
])('%s is no request', async (_, message) => expect(await codeOf(message)).toBe(-32_600))
