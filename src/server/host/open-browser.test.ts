import { describe, expect, it } from 'vitest'

import { browserCommand } from './open-browser.ts'

const URL = 'http://127.0.0.1:4000'
const desktop = { platform: 'linux', environment: { DISPLAY: ':0' }, isTerminal: true } as const

describe('the browser is opened', () => {
  it.each([
    [desktop, ['xdg-open', URL]],
    [{ ...desktop, environment: { WAYLAND_DISPLAY: 'wayland-0' } }, ['xdg-open', URL]],
    [{ ...desktop, platform: 'darwin', environment: {} } as const, ['open', URL]],
    [{ ...desktop, platform: 'win32', environment: {} } as const, ['rundll32', 'url.dll,FileProtocolHandler', URL]],
  ])('by the program of the platform: %j', (surroundings, command) => {
    expect(browserCommand(URL, surroundings)).toEqual(command)
  })
})

describe('no browser is opened', () => {
  it.each([
    ['without a display', { ...desktop, environment: {} }],
    ['by a service, whose output nobody sees', { ...desktop, isTerminal: false }],
    ['in a build', { ...desktop, environment: { DISPLAY: ':0', CI: 'true' } }],
    ['on a machine far away', { ...desktop, environment: { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' } }],
  ])('%s', (_, surroundings) => {
    expect(browserCommand(URL, surroundings)).toBeUndefined()
  })
})
