import { expect, it } from 'vitest'

import { platformFolders } from '../../src/bootstrap/packed/platform-folders.mjs'

it.each([
  ['linux', {}, '/home/ada/.local/share/millrace', '/home/ada/.cache/millrace'],
  ['linux', { XDG_DATA_HOME: '/data', XDG_CACHE_HOME: '/fast' }, '/data/millrace', '/fast/millrace'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/millrace', '/home/ada/.cache/millrace'],
  ['darwin', {}, '/home/ada/Library/Application Support/Millrace', '/home/ada/Library/Caches/Millrace'],
] as const)('keeps data where %s does, with %j', (platform, environment, data, cache) => {
  expect(platformFolders({ platform, environment, home: '/home/ada' })).toEqual({ data, cache })
})

it('keeps data in LocalAppData on Windows', () => {
  const home = 'C:\\Users\\Ada'
  const folders = {
    data: 'C:\\Users\\Ada\\AppData\\Local\\Millrace\\Data',
    cache: 'C:\\Users\\Ada\\AppData\\Local\\Millrace\\Cache',
  }
  expect(platformFolders({ platform: 'win32', environment: {}, home })).toEqual(folders)
  const environment = { LOCALAPPDATA: 'D:\\Local' }
  expect(platformFolders({ platform: 'win32', environment, home }).data).toBe('D:\\Local\\Millrace\\Data')
})
