import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import { CERTIFICATES_PATH } from '../calls.ts'

/** Returns the mutation that marks a payment's tax certificate as received or missing (rules 19.7). */
export function useMarkCertificate() {
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: CertificateStatus }) =>
      api.put<Payment>(`/withholding-certificate/${id}`, { status }),
    onSuccess: async ({ id }, { status }) => {
      toast.success(`Certificate marked as ${status === 'received' ? 'received' : 'missing'}.`)
      await Promise.all(
        [[CERTIFICATES_PATH], ['payment', id], ['payments']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}
