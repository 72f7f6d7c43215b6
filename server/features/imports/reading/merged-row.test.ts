import { expect, test } from 'vitest'
import { mergeRows, type FileRow, type SoaData, type WebClientData } from './merged-row.ts'

const createSoaRow = (line: number, clientCode: string): FileRow<SoaData> => ({
  line,
  urefno: clientCode,
  data: { invdate: '2026-03-13T16:00:00.000Z', dueDate: null, attachment: '' },
})
const createWebClientRow = (line: number, clientCode: string): FileRow<WebClientData> => ({
  line,
  urefno: clientCode,
  data: { fields: {}, amount: '5.00' },
})
const findMergeError = async (amounts: FileRow<WebClientData>[], statements: FileRow<SoaData>[]) => {
  try {
    for await (const _ of mergeRows([amounts], statements));
    return undefined
  } catch (error) {
    return error
  }
}
const repeatRow = <Row>(row: (line: number, clientCode: string) => Row, count: number): Row[] =>
  Array.from({ length: count + 1 }, (_, n) => row(n + 2, n % 2 ? 'a-1' : 'A-1'))

test('a file of which more than 1,000 rows are refused is refused itself, at its field', async () => {
  const message = expect.stringMatching(/^More than 1,000 of its rows are refused. Line 3: /) as string
  expect(await findMergeError([], repeatRow(createSoaRow, 1000))).toBeUndefined()
  expect(await findMergeError([], repeatRow(createSoaRow, 1001))).toMatchObject({ field: 'soaFile', message })
  expect(await findMergeError(repeatRow(createWebClientRow, 1000), [])).toBeUndefined()
  expect(await findMergeError(repeatRow(createWebClientRow, 1001), [])).toMatchObject({
    field: 'webClientFile',
    message,
  })
})
