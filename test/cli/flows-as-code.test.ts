import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type CommandLine, startCommandLine } from '../support/command-line.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('flows as code on the command line', { timeout: 60_000 }, () => {
  let api: Api
  let base: string
  let commandLine: CommandLine
  let folder: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    const ends = await addEnds(api, base)
    for (const name of ['Orders', 'People'])
      await api.call('ada', 'POST', `${base}/flows`, {
        name,
        ...ends,
        config: { streams: [{ entity: `public.${name}` }] },
      })
    commandLine = await startCommandLine(api, base, 'admin')
    folder = mkdtempSync(join(tmpdir(), 'millrace-code-'))
  })
  afterAll(async () => {
    await commandLine.stop()
    await api.stop()
  })

  const millrace = (command: string, ...options: readonly string[]) =>
    commandLine.millrace([command, folder, ...options])
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const edit = (name: string, change: (text: string) => string) => writeFileSync(join(folder, name), change(read(name)))

  it('pulls, plans, applies, renames, prunes; and a second apply changes nothing', async () => {
    expect((await millrace('pull')).printed.at(-1)).toBe('4 documents: 4 written, 0 unchanged')
    expect(readdirSync(folder).sort()).toEqual(['connections', 'flows', 'millrace.schema.json'])
    expect(read('flows/orders.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/millrace\.schema\.json\nmillrace: 1\nkind: flow\n/,
    )
    expect(read('connections/shop.yaml')).toContain('password: env:MILLRACE_SHOP_PASSWORD')
    expect((await millrace('plan', '--exit-code')).printed).toEqual([
      'Nothing would change: 4 of 4 documents say what is there.',
    ])

    edit('flows/orders.yaml', (text) =>
      text
        .replace('name: Orders', '# The night shift reads it.\nname: Orders at night')
        .replace('mode: replace', 'mode: append # never lose one'),
    )
    writeFileSync(
      join(folder, 'flows/new.yaml'),
      'millrace: 1\nkind: flow\nsource: shop\ndestination: warehouse\nname: New\nstreams: [{ entity: a }]\n',
    )
    const planned = await millrace('plan', '--exit-code')
    expect(planned.code).toBe(20)
    expect(planned.printed).toEqual([
      '+ flow New: created (flows/new.yaml)',
      '~ flow Orders → Orders at night: changed (flows/orders.yaml)',
      '    name: Orders → Orders at night',
      '    streams.public.Orders.mode: replace → append',
      '1 created, 1 changed, 3 unchanged',
    ])

    expect(await millrace('apply')).toMatchObject({ code: 1, complained: [expect.stringContaining('--yes')] })
    const applied = await millrace('apply', '--yes')
    expect(applied.printed.slice(-2)).toEqual(['Applied.', expect.stringContaining('millrace pull')])
    expect((await millrace('pull')).printed).toEqual(['written flows/new.yaml', '5 documents: 1 written, 4 unchanged'])
    expect(read('flows/new.yaml')).toMatch(
      /kind: flow\nid: [0-9a-f-]{36}\nsource: shop\ndestination: warehouse\nname: New\n(.*\n)*streams: \[ \{ entity: a, /,
    )
    expect(await millrace('apply', '--yes')).toMatchObject({
      code: 0,
      printed: ['Nothing would change: 5 of 5 documents say what is there.'],
    })
    expect(read('flows/orders.yaml')).toContain('# The night shift reads it.\nname: Orders at night')
    expect(read('flows/orders.yaml')).toContain('mode: append # never lose one')

    rmSync(join(folder, 'flows/people.yaml'))
    expect((await millrace('plan')).printed).toEqual(['Nothing would change: 4 of 4 documents say what is there.'])
    expect((await millrace('apply', '--prune', '--yes')).printed[0]).toBe('- flow People: removed')
    const { body: flows } = await api.call('ada', 'GET', `${base}/flows`)
    expect(flows.map(({ name }: { name: string }) => name)).toEqual(['New', 'Orders at night'])
  })

  it('names every fault by its file and line, and files of what is gone', async () => {
    await millrace('pull')
    const before = read('flows/new.yaml')
    edit('flows/new.yaml', (text) =>
      text.replace('source: shop', 'source: shopp').replace('name: New', 'name: New\nnmae: x'),
    )
    const { code, printed } = await millrace('plan')
    expect(code).toBe(1)
    expect(printed).toEqual(['flows/new.yaml:8: nmae: Unknown field "nmae"'])
    writeFileSync(join(folder, 'flows/new.yaml'), before)
    const [flow] = (await api.call('ada', 'GET', `${base}/flows`)).body
    await api.call('ada', 'DELETE', `${base}/flows/${flow.id}`)
    expect((await millrace('pull')).printed[0]).toBe(
      'flows/new.yaml describes what no longer exists. Remove it, or restore that with "millrace apply".',
    )
    expect((await millrace('plan', '--json')).printed.map((line) => JSON.parse(line))).toMatchObject([
      { changes: [{ action: 'restored', name: 'New' }], faults: [] },
    ])
    expect((await millrace('pull', '--prune')).printed[0]).toBe('removed flows/new.yaml')
    expect((await commandLine.millrace(['plan', join(folder, 'nowhere')])).complained[0]).toMatch(/^There is no folder/)
  })

  it('pulls alert channels, and keeps their files where the key may not see them', async () => {
    const channel = { kind: 'slack', name: 'Team', url: 'https://hooks.slack.com/services/x', events: ['failed'] }
    const { body } = await api.call('ada', 'POST', `${base}/alert-channels`, channel)
    expect((await millrace('pull')).printed[0]).toBe('written alert-channels/team.yaml')
    expect(read('alert-channels/team.yaml')).toContain('url: env:MILLRACE_TEAM_URL')
    const schema = JSON.parse(read('millrace.schema.json'))
    expect(JSON.stringify(schema.oneOf.map(({ title }: { title: string }) => title))).toContain('Alert channel')
    expect((await millrace('plan')).printed[0]).toMatch(/^Nothing would change/)

    const { body: made } = await api.call('ada', 'POST', `${base}/service-members`, { name: 'CI', role: 'editor' })
    const editor = await commandLine.millrace(['pull', folder, '--prune'], { MILLRACE_KEY: made.key })
    expect(editor.printed).toEqual([expect.stringContaining('0 written')])
    expect((await commandLine.millrace(['plan', folder], { MILLRACE_KEY: made.key })).code).toBe(0)

    edit('alert-channels/team.yaml', (text) => text.replace('name: Team', 'name: Everybody'))
    expect((await millrace('apply', '--yes')).printed[0]).toContain('alert-channel Team → Everybody: renamed')
    await api.call('ada', 'DELETE', `${base}/alert-channels/${body.id}`)
    expect((await millrace('pull', '--prune')).printed[0]).toBe('removed alert-channels/team.yaml')
  })

  it('Ctrl-C cancels the dry runs of a plan, and starts no more', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      writeFileSync(
        join(folder, `flows/${name}.yaml`),
        `millrace: 1\nkind: flow\nname: ${name}\nsource: shop\ndestination: warehouse\nstreams: [{ entity: ${name} }]\n`,
      )
    const planning = millrace('plan', '--rows')
    const statuses = async () =>
      (await api.call('ada', 'GET', `${base}/runs?dry=only`)).body.runs.map(({ status }: { status: string }) => status)
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['queued', 'queued', 'queued'])
    process.emit('SIGINT')
    expect(await planning).toMatchObject({ code: 130 })
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    for (const name of ['a', 'b', 'c', 'd']) rmSync(join(folder, `flows/${name}.yaml`))
  })

  it('takes the values of secrets from this machine', async () => {
    edit('connections/shop.yaml', (text) =>
      text.replace('env:MILLRACE_SHOP_PASSWORD', 'file:shop.secret').replace('sslmode: prefer', 'sslmode: disable'),
    )
    expect((await millrace('plan')).printed[0]).toMatch(
      /^connections\/shop\.yaml:\d+: credentials\.password: Password is needed, and file:shop\.secret has no value here\.$/,
    )
    writeFileSync(join(folder, 'shop.secret'), `${api.postgres.password}\n`)
    expect((await millrace('apply', '--yes')).code).toBe(0)
    // The reference of a person stays, and no secret gets into a file.
    expect((await millrace('pull')).printed).toEqual([expect.stringContaining('0 written')])
    expect(read('connections/shop.yaml')).toContain('password: file:shop.secret')
  })
})
