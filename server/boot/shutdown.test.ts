import { expect, test } from 'vitest'
import { collectShutdown } from './shutdown.ts'

const setup = (limit?: number) => {
  const taken: string[] = []
  const errors: string[] = []
  const shutdown = collectShutdown({ info: () => {}, error: (_, message) => errors.push(message) }, limit)
  const step = (name: string) => shutdown.onStop(name, async () => taken.push(name))
  return { taken, errors, shutdown, step }
}

test('steps run once, the last registered first', async () => {
  const { shutdown, step, taken } = setup()
  for (const name of ['database', 'connections', 'requests']) step(name)
  await Promise.all([shutdown.stop(), shutdown.stop()])
  expect(taken).toEqual(['requests', 'connections', 'database'])
})

test('a step that fails or hangs does not prevent the next ones', async () => {
  const { shutdown, step, taken, errors } = setup(50)
  step('database')
  shutdown.onStop('relay', () => new Promise(() => {}))
  shutdown.onStop('requests', () => Promise.reject(new Error('broken')))
  await shutdown.stop()
  expect(taken).toEqual(['database'])
  expect(errors).toEqual(['stopping: requests', 'stopping: relay'])
})
