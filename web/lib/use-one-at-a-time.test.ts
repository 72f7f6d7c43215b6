import { expect, test } from 'vitest'
import { mountHook } from './testing-hooks.ts'
import { type Outcome, useOneAtATime } from './use-one-at-a-time.ts'

interface Begun {
  name: string
  end: (outcome?: Outcome) => void
  fail: (error: Error) => void
}

function mountButton() {
  const begun: Begun[] = []
  const presses: ((name: string) => Promise<void>)[] = []
  const unmount = mountHook(() => {
    presses.push(
      useOneAtATime(
        (name: string) =>
          new Promise<Outcome | void>((end, fail) => {
            begun.push({ name, end, fail })
          }),
      ),
    )
  })
  const [press] = presses
  if (!press) throw new Error('the button was not mounted')
  return { press, begun, unmount }
}

test('a second press while the first is running does nothing (rules 13.15)', async () => {
  const { press, begun, unmount } = mountButton()
  const first = press('first')
  void press('second')
  begun[0]?.end()
  await first
  void press('third')
  expect(begun.map(({ name }) => name)).toEqual(['first', 'third'])
  await unmount()
})

test('after a success that closes the form no press counts; after a failure the next one does', async () => {
  const { press, begun, unmount } = mountButton()
  const failed = press('failed')
  begun[0]?.fail(new Error('refused'))
  await expect(failed).rejects.toThrow('refused')
  const saved = press('saved')
  begun[1]?.end('done')
  await saved
  void press('late')
  expect(begun.map(({ name }) => name)).toEqual(['failed', 'saved'])
  await unmount()
})
