import './news.css'
import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { PushSwitch } from '#features/push/push-switch.tsx'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { DeliveryChoices, OwnDeliverySettings } from '@tahanan/contract/deliveries/answers.ts'
import { type Form, switchField, text } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import {
  DAILY_DIGEST_TIME,
  MAIL_CHOICES,
  type MailChoice,
  NOTIFICATION_LABELS,
  type NotificationArea,
  type NotificationChoice,
  type NotificationKind,
  getDefaultNotificationChoice,
  isMailMandatory,
  listNotificationKinds,
} from '@tahanan/contract/notifications/kinds.ts'
import { describeMailProblem } from './describe-mail-problem.ts'

/** Never served from an old cache, because the form must start with the saved choices. */
const deliveriesQuery = createApiQuery<OwnDeliverySettings>(
  ['delivery-choices'],
  '/delivery-choices',
  {},
  { staleTime: 0 },
)

/** Form that chooses which news an account gets by mail and push message (rules 23.40). */
export function NotificationSettings({ area }: { area: NotificationArea }) {
  const query = useQuery(deliveriesQuery)
  const { data } = query
  const mailProblem = data && describeMailProblem(data, area)
  return (
    <section className="news" aria-labelledby="news-title">
      <h2 id="news-title">Notification settings</h2>
      <p className="muted">
        {area === 'client'
          ? 'All notifications are under the bell. Choose which also come by email and on your phone.'
          : 'All notifications are under the bell. Choose which also come by email.'}
      </p>
      {data ? (
        <>
          {mailProblem !== undefined && (
            <p className="callout">
              <MailX />
              <span>{mailProblem}</span>
            </p>
          )}
          {area === 'client' && <PushSwitch />}
          <NotificationSettingsForm ownChoices={data} area={area} />
        </>
      ) : (
        <QueryState query={query} title="We could not load your choices">
          <RecordSkeleton count={6} />
        </QueryState>
      )}
    </section>
  )
}

const MAIL_LABELS: Readonly<Record<MailChoice, string>> = {
  now: 'Email now',
  digest: `Email at ${DAILY_DIGEST_TIME}`,
  off: 'No email',
}

const getMailOptions = (area: NotificationArea, kind: NotificationKind) =>
  MAIL_CHOICES.filter((value) => value !== 'off' || !isMailMandatory(area, kind)).map((value) => ({
    value,
    label: MAIL_LABELS[value],
  }))

const BOTH_TIMES_MESSAGE = 'Please choose both times!'

const notificationSettingsFields: Form = {
  fields: {
    quietFrom: text({ label: 'Quiet hours from', input: 'time', required: BOTH_TIMES_MESSAGE }),
    quietTo: text({ label: 'Quiet hours until', input: 'time', required: BOTH_TIMES_MESSAGE }),
    showDetails: switchField({
      label: 'Show details on the lock screen',
      hint: 'Names and amounts too. Whoever sees your phone can read them.',
      initial: 0,
    }),
    walkInsByPush: switchField({
      label: 'Answer the gate from the lock screen',
      hint: 'When somebody asks for you, ‘Let in’ and ‘Not now’ work without a login. Whoever holds your phone can press them.',
      initial: 0,
    }),
  },
}

const getKindFields = (area: NotificationArea) =>
  Object.fromEntries(
    listNotificationKinds(area).map((kind) => [
      kind,
      {
        label: NOTIFICATION_LABELS[kind][area] ?? kind,
        formatValue: (choice: unknown) => {
          const { mail, push } = choice as NotificationChoice
          return push ? `${MAIL_LABELS[mail]}, on your phone` : MAIL_LABELS[mail]
        },
      },
    ]),
  )

function NotificationSettingsForm({
  ownChoices,
  area,
}: {
  ownChoices: DeliveryChoices
  area: NotificationArea
}) {
  const { choices, quietFrom, quietTo, showDetails, walkInsByPush } = ownChoices
  const kinds = listNotificationKinds(area)
  const form = useSettingsForm({
    name: 'news',
    form: notificationSettingsFields,
    saved: {
      ...Object.fromEntries(
        kinds.map((kind) => [kind, choices[kind] ?? getDefaultNotificationChoice(area, kind)]),
      ),
      quietFrom,
      quietTo,
      ...(area === 'client' && {
        showDetails: Number(showDetails),
        walkInsByPush: Number(walkInsByPush),
      }),
    },
    otherValues: (savedValues) => Object.fromEntries(kinds.map((kind) => [kind, savedValues[kind]])),
    send: (changes) => {
      const [choiceChanges, otherChanges] = [{ choices: {} } as Details, {} as Details]
      for (const [key, value] of Object.entries(changes)) {
        if (key in NOTIFICATION_LABELS) Object.assign(choiceChanges.choices as object, { [key]: value })
        else otherChanges[key] = typeof value === 'number' ? value === 1 : value
      }
      return api.put('/delivery-choices', { ...choiceChanges, ...otherChanges })
    },
    staleQueries: [deliveriesQuery.queryKey],
    onSaved: () => toast.success('Your choices are saved.'),
  })
  return (
    <SettingsForm
      form={form}
      otherFields={getKindFields(area)}
      className="news-form stack gap-5"
      submitLabel="Save choices"
    >
      <ul>
        {kinds.map((kind) => (
          <KindRow
            key={kind}
            area={area}
            kind={kind}
            choice={form.values[kind] as NotificationChoice}
            onChange={(choice) => form.set(kind, choice)}
          />
        ))}
      </ul>
      <div className="quiet" role="group" aria-label="Quiet hours">
        <FormFields form={form} visibleKeys={['quietFrom', 'quietTo']} />
        <FieldMessage help="What comes in these hours is sent at their end, together. Choose the same time twice for none." />
      </div>
      <FormFields form={form} visibleKeys={['showDetails', 'walkInsByPush']} />
    </SettingsForm>
  )
}

interface KindRowProps {
  area: NotificationArea
  kind: NotificationKind
  choice: NotificationChoice
  onChange: (choice: NotificationChoice) => void
}

function KindRow({ area, kind, choice, onChange }: KindRowProps) {
  const label = NOTIFICATION_LABELS[kind][area]
  return (
    <li>
      <b>{label}</b>
      <SegmentedControl
        aria-label={`${label} by email`}
        options={getMailOptions(area, kind)}
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
