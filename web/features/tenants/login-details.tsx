import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Mail } from 'lucide-react'
import { useId } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { formatDate } from '#lib/time.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { LOGIN_DETAILS_HOURS } from '@tahanan/contract/billing/tenant.ts'

export function LoginDetails(props: {
  tenantId: number
  email: string
  mailRefusedAt?: string | null
  changed: boolean
}) {
  const { tenantId, email, mailRefusedAt, changed } = props
  const id = useId()
  const { mutateAsync, isPending, error, isSuccess } = useMutation({
    mutationFn: () => api.post<unknown>(`/tenant/${tenantId}/login-details`),
    meta: { handles: 'all' },
  })
  const send = useOneAtATime(async () => {
    // The error is shown below the button.
    await mutateAsync().catch(() => {})
  })
  const blocked = changed
    ? 'Submit the new email first.'
    : email === ''
      ? 'This tenant has no email.'
      : undefined
  const refused =
    error instanceof ApiError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : undefined
  return (
    <div className="field wide login-details">
      {mailRefusedAt && !changed && (
        <FieldMessage
          error={`Mail to ${email} was refused on ${formatDate(mailRefusedAt)}. Please ask for another.`}
        />
      )}
      <Button
        icon={Mail}
        busy={isPending}
        disabled={blocked !== undefined}
        aria-describedby={`${id}-help`}
        onClick={() => void send()}
      >
        Send login details
      </Button>
      <div role="status">
        {isSuccess && !changed ? (
          <p className="help done row">
            <CircleCheck className="small" />
            Sent to {email}. The link is good for {LOGIN_DETAILS_HOURS} hours.
          </p>
        ) : (
          <FieldMessage
            id={`${id}-help`}
            error={refused}
            help={blocked ?? `Mails the client code and a link to choose a password to ${email}.`}
          />
        )}
      </div>
    </div>
  )
}
