import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { ONE, refreshAdministrators } from './calls.ts'

interface SecondFactorLineProps {
  id: number
  /** Whether the reader is the super-administrator, who helps after a lost phone. */
  mayTakeAway: boolean
}

/** Shows that an administrator uses two-step login, and lets the super-administrator turn it off. */
export function SecondFactorLine({ id, mayTakeAway }: SecondFactorLineProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.put<unknown>(`/${ONE}/${id}`, { secondFactor: false }),
    onSuccess: () => {
      toast.success('Admin edited successfully.')
      return refreshAdministrators()
    },
  })
  const takeAway = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Turn off two-step login?',
      content:
        'They log in with the password alone until they turn it on again. ' +
        'For a lost phone; make sure that it is them who ask.',
      okText: 'Turn off',
      danger: true,
    })
    if (isConfirmed) mutate()
  }
  return (
    <div className="wide secondfactor row">
      <ShieldCheck />
      <p>Two-step login is on: an authenticator app is asked for.</p>
      {mayTakeAway && (
        <Button kind="danger" busy={isPending} onClick={() => void takeAway()}>
          Turn off
        </Button>
      )}
    </div>
  )
}
