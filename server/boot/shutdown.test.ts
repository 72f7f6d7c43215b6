import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

const createTestShutdown = (limit?: number) => {
  const completedSteps: string[] = []
  const errors: string[] = []
  const shutdown = createShutdown({ info: () => {}, error: (_, message) => errors.push(message) }, limit)
  const addStep = (name: string) => shutdown.onStop(name, async () => completedSteps.push(name))
  return { taken: completedSteps, errors, shutdown, step: addStep }
}

test('steps run once, the last registered first', async () => {
  const { shutdown, step, taken } = createTestShutdown()
  for (const name of ['database', 'connections', 'requests']) step(name)
  await Promise.all([shutdown.stop(), shutdown.stop()])
  expect(taken).toEqual(['requests', 'connections', 'database'])
})

test('a step that fails or hangs does not prevent the next ones', async () => {
  const { shutdown, step, taken, errors } = createTestShutdown(50)
  step('database')
  shutdown.onStop('relay', () => new Promise(() => {}))
  shutdown.onStop('requests', () => Promise.reject(new Error('broken')))
  await shutdown.stop()
  expect(taken).toEqual(['database'])
  expect(errors).toEqual(['stopping: requests', 'stopping: relay'])
})
