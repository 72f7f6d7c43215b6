import { expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { undoImport } from './undo-import.ts'

const createImport = (created: number, updated: number) =>
  ({ uniqId: 'soa-march', created, updated }) as StatementImport

test('the undo of an import asks with what it does, and shows what was kept', async () => {
  const undoneImport = {
    message: 'The import was undone.',
    restored: 1,
    closed: 2,
    notified: 1200,
    kept: [{ clientCode: 'A-101' }],
  }
  const remove = vi.spyOn(api, 'delete').mockResolvedValue(undoneImport)
  const confirmation = undoImport(createImport(2, 1))
  const question = await answerDialog(true)
  expect(question).toMatchObject({ title: 'Undo this import?', okText: 'Undo', danger: true })
  expect(question.content).toBe(
    '1 tenant gets back the earlier statement and details. 2 new tenants are closed, unless already in use. ' +
      'Payments that were posted since stay and count again. ' +
      'Tenants get a notification that their statement was withdrawn.',
  )
  expect(await confirmation).toBe(true)
  const { title, content } = await answerDialog(true)
  expect(remove.mock.calls).toEqual([['/statement-import/soa-march']])
  expect(title).toBe('The import was undone.')
  expect(content).toBe(
    '1 tenant has the statement and fields of before. 2 new tenants closed, 1,200 notified. ' +
      'Of 1 tenant something was kept: the rows of the import give the reason of each.',
  )
})

test('without new tenants none is said to be closed, and without a yes nothing is undone', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({})
  const confirmation = undoImport(createImport(0, 3))
  const { content } = await answerDialog(false)
  expect(content).toMatch(/^3 tenants get back the earlier statement and details\. Payments/)
  expect(await confirmation).toBe(false)
  expect(remove).not.toHaveBeenCalled()
})
