import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import type { ReturnParameters } from '../../return-parameters.ts'
import { buildReturnQuery } from './build-return-query.ts'

afterEach(() => {
  queryClient.clear()
})

const sendReturnParameters = async (parameters: Pick<ReturnParameters, 'method' | 'key'>, query: string) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({})
  const params = new URLSearchParams(query)
  await queryClient.fetchQuery(buildReturnQuery({ ...parameters, cancelled: false, entries: [], params }))
  return put.mock.calls[0]
}

test('a return of Dragonpay sends its status, and of the further parameters those that came (rules 8.21)', async () => {
  const query = 'txnid=x&refno=R1&status=S&message=ok&digest=d1&signature=s1&amount=&evil=1'
  expect(await sendReturnParameters({ method: 'dragonpay', key: 'PY/1' }, query)).toEqual([
    '/payment-dragonpay/PY%2F1',
    {
      txnId: 'PY/1',
      refNo: 'R1',
      status: 2,
      outsourceStatus: 'S',
      message: 'ok',
      digest: 'd1',
      signature: 's1',
      amount: '',
    },
    { quiet: true },
  ])
})

test('a return of AQWire sends its own status; what is missing is empty', async () => {
  expect(await sendReturnParameters({ method: 'aqwire', key: '12' }, 'status=3&message=late')).toEqual([
    '/payment-aqwire/12',
    { paymentId: '12', status: '3', outsourceStatus: '', message: 'late', digest: '' },
    { quiet: true },
  ])
})
