import { Button } from '#ui/controls/button.tsx'
import { Field, FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { DeliveryChoices } from '@tahanan/contract/deliveries/answers.ts'
import {
  DIGEST_TIME,
  firstChoice,
  isMailFixed,
  kindsOf,
  MAIL_CHOICES,
  NEWS,
  type MailChoice,
  type NewsArea,
  type NewsChoice,
  type NewsKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { saveChoices } from './calls.ts'

const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  now: 'Mail at once',
  digest: `Mail at ${DIGEST_TIME}`,
  off: 'No mail',
}

/** Returns the choices of when a kind is mailed. */
const mailOptions = (area: NewsArea, kind: NewsKind) =>
  MAIL_CHOICES.filter((value) => value !== 'off' || !isMailFixed(area, kind)).map((value) => ({
    value,
    label: MAIL_LABELS[value],
  }))

const QUIET = [
  ['quietFrom', 'Quiet hours from'],
  ['quietTo', 'Quiet hours until'],
] as const

const LOCK_SCREEN = [
  [
    'showDetails',
    'Show details on the lock screen',
    'Names and amounts too. Whoever sees your phone can read them.',
  ],
  [
    'walkInsByPush',
    'Answer the gate from the lock screen',
    'When somebody asks for you, ‘Let in’ and ‘Not now’ work without a login. Whoever holds your phone can press them.',
  ],
] as const

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Form of the reader's choices: kinds of news by channel, quiet hours, and what a lock screen shows. */
export function NewsForm({ own, area }: { own: DeliveryChoices; area: NewsArea }) {
  const { choices, quietFrom, quietTo, showDetails, walkInsByPush } = own
  const form = useSettingsForm<DeliveryChoices>({
    saved: { choices, quietFrom, quietTo, showDetails, walkInsByPush },
    same: isSame,
    check: (values) => (values.quietFrom && values.quietTo ? {} : { quietFrom: 'Please choose both times!' }),
    send: async (changes) => {
      await saveChoices(changes)
      toast.success('Your choices are saved.')
    },
  })
  const { values } = form
  return (
    <SubmitForm className="news-form" onSubmit={(element) => void form.submit(element)}>
      <ul>
        {kindsOf(area).map((kind) => (
          <KindRow
            key={kind}
            area={area}
            kind={kind}
            choice={values.choices[kind] ?? firstChoice(area, kind)}
            onChange={(choice) => form.change({ choices: { ...values.choices, [kind]: choice } })}
          />
        ))}
      </ul>
      <div className="quiet" role="group" aria-label="Quiet hours">
        {QUIET.map(([name, label]) => (
          <Field key={name} label={label}>
            <Input
              type="time"
              name={name}
              value={values[name]}
              onChange={({ target }) => {
                form.change({ [name]: target.value })
                form.clearErrors()
              }}
            />
          </Field>
        ))}
        <FieldMessage
          error={form.errors.quietFrom ?? form.errors.quietTo}
          help="What comes in these hours is sent at their end, together. Choose the same time twice for none."
        />
      </div>
      {area === 'client' &&
        LOCK_SCREEN.map(([name, label, help]) => (
          <div key={name} className="field">
            <Switch
              label={label}
              aria-describedby={`${name}-help`}
              on={values[name]}
              onChange={(on) => form.change({ [name]: on })}
            />
            <FieldMessage id={`${name}-help`} help={help} />
          </div>
        ))}
      <Button kind="primary" type="submit" busy={form.busy} disabled={!form.isChanged}>
        Save choices
      </Button>
    </SubmitForm>
  )
}

interface KindRowProps {
  area: NewsArea
  kind: NewsKind
  choice: NewsChoice
  onChange: (choice: NewsChoice) => void
}

function KindRow({ area, kind, choice, onChange }: KindRowProps) {
  const label = NEWS[kind][area]
  return (
    <li>
      <b>{label}</b>
      <Segments
        aria-label={`${label} by mail`}
        options={mailOptions(area, kind)}
        value={choice.mail}
        onChange={(mail) => onChange({ ...choice, mail })}
      />
      {area === 'client' && (
        <Switch
          label="On your phone"
          aria-label={`${label} on your phone`}
          on={choice.push}
          onChange={(push) => onChange({ ...choice, push })}
        />
      )}
    </li>
  )
}
