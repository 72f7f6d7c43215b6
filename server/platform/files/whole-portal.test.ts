import { expect, test } from 'vitest'
import { openTestPortal } from '../../testing/portal.ts'
import type { LoggedIn } from '../../testing/callers.ts'
import { film, picture } from './content/testing-samples.ts'

/** Uploads, records and links together, through everything that a call passes on its way. */
const portal = await openTestPortal()
const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })

interface FileAnswer {
  name: string
  url: string
  src: string
  thumb?: string
}

async function upload(who: LoggedIn, url: string, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('url', url)
  form.append('file', new Blob([new Uint8Array(content)]), url.split('/').at(-1) ?? '')
  const answer = await fetch(`${address}/api/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { key: string }).key
}

test('a picture and a film of an incident report open for its resident and the office, and for nobody else', async () => {
  const [resident, neighbour] = [await portal.as('client'), await portal.as('client')]
  const [office, guard] = [
    await portal.as('admin'),
    await portal.as('admin', { roles: { gatepass: ['view'] } }),
  ]
  const image = await upload(
    resident,
    'incidentreports/incident_report_1.png',
    await picture('png', 800, 600),
  )
  const video = await upload(resident, 'videos/incident_report_1.mp4', film('isom', 50_000))
  const created = await resident.post('/report', {
    title: 'Broken glass',
    description: 'At the main door.',
    images: [{ name: 'door.png', url: image }],
    video: [{ name: 'door.mp4', url: video }],
  })
  expect(created.status).toBeLessThan(300)

  const list = await resident.get<{ data: { images: FileAnswer[]; video: FileAnswer[] }[] }>(
    '/reports?page=1&limit=10',
  )
  const [shown] = list.body.data
  const pictureAnswer = await fetch(address + (shown?.images[0]?.src ?? ''))
  expect([pictureAnswer.status, pictureAnswer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(pictureAnswer.headers.get('content-security-policy')).toContain('sandbox')
  expect(pictureAnswer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect((await fetch(address + (shown?.images[0]?.thumb ?? ''))).headers.get('content-type')).toBe(
    'image/webp',
  )
  const part = await fetch(address + (shown?.video[0]?.src ?? ''), {
    headers: { range: 'bytes=0-9', 'accept-encoding': 'gzip, br' },
  })
  expect([part.status, part.headers.get('content-encoding'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    null,
    10,
  ])

  for (const key of [image, video]) {
    const path = `/file?name=${encodeURIComponent(key)}`
    expect((await resident.get(path)).status).toBe(200)
    expect((await office.get(path)).status).toBe(200)
    expect((await neighbour.get(path)).status).toBe(404)
    expect((await guard.get(path)).status).toBe(404)
    expect((await portal.nobody.get(path)).status).toBe(401)
  }
})

test("a neighbour's upload cannot be put into one's own record, and nothing of the record is left", async () => {
  const [resident, neighbour] = [await portal.as('client'), await portal.as('client')]
  const theirs = await upload(neighbour, 'incidentreports/x.png', await picture('png'))
  const refused = await resident.post('/report', {
    title: 'Mine',
    description: 'Not mine.',
    images: [{ name: 'x.png', url: theirs }],
  })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { images: ['This file was not uploaded here.'] },
  ])
  expect((await resident.get<{ total: number }>('/reports')).body.total).toBe(0)
})
