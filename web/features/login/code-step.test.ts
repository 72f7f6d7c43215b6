import { beforeEach, expect, test, vi } from 'vitest'
import { setUpCodeForm, showCodeStep } from './code-step.ts'

interface FakeElement {
  value: string
  hidden: boolean
  listeners: Map<string, () => void>
}

const partById = new Map<string, FakeElement>()
beforeEach(() => {
  partById.clear()
  vi.stubGlobal('document', {
    // The fake page has no `…-help` elements.
    getElementById: (id: string) => (id.endsWith('-help') ? null : getPart(id)),
  })
})

function getPart(id: string): FakeElement {
  const listeners = new Map<string, () => void>()
  const newElement = {
    id,
    value: '',
    hidden: false,
    listeners,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    querySelector: () => null,
    focus: () => undefined,
  }
  const partElement = partById.get(id) ?? newElement
  partById.set(id, partElement)
  return partElement
}

const clickElement = (id: string): void => getPart(id).listeners.get('click')?.()

test('a typed code or password leaves its field with the step', () => {
  setUpCodeForm(() => undefined)
  showCodeStep('challenge 1')
  expect([getPart('code-step').hidden, getPart('password-step').hidden]).toEqual([false, true])
  getPart('code').value = '123456'
  clickElement('code-other')
  expect(getPart('code').value).toBe('')
  getPart('code').value = 'ABCD-EFGH'
  getPart('password').value = 'a-good-password-1'
  clickElement('code-back')
  expect([getPart('code-step').hidden, getPart('password').value]).toEqual([true, ''])
  showCodeStep('challenge 2')
  expect(getPart('code').value).toBe('')
})
