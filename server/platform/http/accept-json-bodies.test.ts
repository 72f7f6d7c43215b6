import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal()

const createNestedBody = (depth: number) => `{"bearerName":${'['.repeat(depth)}${']'.repeat(depth)}}`

test('a body that nests more than 64 levels is refused before it is parsed', async () => {
  const resident = await portal.as('client')
  const postNestedBody = (depth: number) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/ticket',
      headers: {
        authorization: `Bearer ${resident.token}`,
        'content-type': 'application/json',
        'idempotency-key': `deep-${depth}`,
      },
      payload: createNestedBody(depth),
    })
  expect((await postNestedBody(63)).json<object>()).toMatchObject({ code: 'invalidInput' })
  for (const depth of [64, 6000, 500_000]) {
    const nestedBodyResponse = await postNestedBody(depth)
    expect([nestedBodyResponse.statusCode, nestedBodyResponse.json<object>()]).toMatchObject([
      400,
      { code: 'badRequest' },
    ])
  }
})
