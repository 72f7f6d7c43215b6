import { expect, test } from 'vitest'
import { mountHook } from './testing-hooks.ts'
import { type RunOutcome, useNonOverlappingCall } from './use-non-overlapping-call.ts'

interface StartedRun {
  name: string
  end: (outcome?: RunOutcome) => void
  fail: (error: Error) => void
}

function mountButton() {
  const startedRuns: StartedRun[] = []
  const pressCallbacks: ((name: string) => Promise<void>)[] = []
  const unmount = mountHook(() => {
    pressCallbacks.push(
      useNonOverlappingCall(
        (name: string) =>
          new Promise<RunOutcome | void>((end, fail) => {
            startedRuns.push({ name, end, fail })
          }),
      ),
    )
  })
  const [press] = pressCallbacks
  if (!press) throw new Error('the button was not mounted')
  return { press, begun: startedRuns, unmount }
}

test('a second press while the first is running does nothing (rules 13.15)', async () => {
  const { press, begun, unmount } = mountButton()
  const firstPress = press('first')
  void press('second')
  begun[0]?.end()
  await firstPress
  void press('third')
  expect(begun.map(({ name }) => name)).toEqual(['first', 'third'])
  await unmount()
})

test('after a success that closes the form no press counts; after a failure the next one does', async () => {
  const { press, begun, unmount } = mountButton()
  const failedPress = press('failed')
  begun[0]?.fail(new Error('refused'))
  await expect(failedPress).rejects.toThrow('refused')
  const successfulPress = press('saved')
  begun[1]?.end('done')
  await successfulPress
  void press('late')
  expect(begun.map(({ name }) => name)).toEqual(['failed', 'saved'])
  await unmount()
})
