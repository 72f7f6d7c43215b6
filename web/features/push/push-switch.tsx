import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#lib/api/query-client.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { describePush } from './describe-push.ts'
import { getDeviceName, loadPushState, turnOffPush, turnOnPush } from './push.ts'

const PUSH_STATE_QUERY_KEY = ['push-state']

/** Switch of push messages in this browser, with instructions where they are unavailable (rules 23.33). */
export function PushSwitch() {
  // The state is loaded again when the window gets the focus, because the user may change the permission in
  // the browser's settings meanwhile.
  const { data: state } = useQuery({
    queryKey: PUSH_STATE_QUERY_KEY,
    queryFn: loadPushState,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => (on ? turnOnPush() : turnOffPush()),
    onSuccess: (next) => queryClient.setQueryData(PUSH_STATE_QUERY_KEY, next),
    onError: () =>
      showMessage(
        'error',
        'Not changed',
        'Your browser could not be reached by its push service. Please try again.',
      ),
  })
  return (
    <div className="field">
      <Switch
        label={`On this ${getDeviceName()}`}
        aria-describedby="push-help"
        on={isPending ? variables : state === 'on'}
        disabled={isPending || (state !== 'on' && state !== 'off')}
        onChange={mutate}
      />
      <FieldMessage id="push-help" help={state && describePush(state)} />
    </div>
  )
}
