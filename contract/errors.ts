/** All errors of the API: HTTP status and message for users (rules 14.5). */
export const ERRORS = {
  invalidInput: [400, 'Please check the fields that are marked.'],
  badRequest: [400, 'This request could not be read.'],
  unverified: [400, 'This message could not be verified. Nothing was changed.'],
  noSession: [401, 'Please log in.'],
  invalidCredentials: [401, 'Login Failed: Invalid Credentials'],
  wrongCode: [401, 'Login Failed: This code is not right.'],
  loginEnded: [401, 'This login took too long or had too many wrong codes. Please log in again.'],
  wrongArea: [403, 'This call belongs to another area of the portal.'],
  gateDevice: [403, 'This device opens only the gate page. Please use another browser for the office.'],
  deviceEnded: [
    403,
    'This device is not enrolled at the gate any more. Log in once more to work in the office, ' +
      'or enrol it with a new code.',
  ],
  noGuard: [
    403,
    'This device is for guards. Please use another one, or ask the office for the permission ‘Gate: View’.',
  ],
  wrongGateCode: [
    403,
    'This code is not right, or its 15 minutes have passed. Please ask the office for a new one.',
  ],
  foreignOrigin: [403, 'This call came from another site.'],
  confirmationNeeded: [403, 'Please confirm with your password that it is you.'],
  missingPermission: [403, 'You do not have the permission {permission}.'],
  serviceBlocked: [
    403,
    'Please settle your outstanding account at Property Management Office to access this module.',
  ],
  serviceDisabled: [403, 'This service has been disabled by the admin.'],
  commentsDisabled: [403, 'Disabled Comments'],
  notYourAccess: [403, 'You cannot do this, because {name} has the permission {permission} and you do not.'],
  ownAccount: [403, 'You cannot delete your own account.'],
  superAdministratorOnly: [403, 'Only the super-administrator can do this.'],
  paymentMethodOff: [403, 'This way of paying is not offered here.'],
  gatewayRefused: [
    403,
    '{said} It can be neither verified nor posted unless its gateway says that the money came.',
  ],
  verifiedByYou: [403, 'You verified this payment, so somebody else must post it.'],
  notVerified: [403, 'Somebody else must verify this payment before it is posted.'],
  locked: [403, 'This record can no longer be changed.'],
  linkExpired: [403, 'This link has expired. Please open the file again from where it is listed.'],
  passwordLinkEnded: [404, 'This link is not valid any more. Please ask for a new one.'],
  notFound: [404, 'This record does not exist.'],
  noSuchCall: [404, 'There is no such call.'],
  notEnrolled: [403, 'Only an enrolled device of a gate keeps this list.'],
  noSecondFactor: [409, 'Two-step login is not turned on.'],
  secondFactorOn: [409, 'Two-step login is turned on already.'],
  setupEnded: [409, 'This took too long or was begun anew. Please scan a new code.'],
  conflict: [409, 'Somebody else changed this record meanwhile. Please look at it again before you save.'],
  alreadyDone: [409, 'This has been done already.'],
  amenityBooked: [
    409,
    'This amenity has {bookings} ahead. Please cancel or move what is booked before you delete it.',
  ],
  lastAccessManager: [
    409,
    'Nobody but {name} can manage access. Please let somebody else manage access first, ' +
      'or ask the super-administrator.',
  ],
  oldTransaction: [409, 'This transaction is more than {days} days old. Is the date right?'],
  possibleDuplicate: [409, 'There is {earlier} Go on only if this is another payment.'],
  gatewayPending: [409, '{said} Go on only with remarks and a proof that the money came.'],
  notPosted: [409, 'Only a posted payment can be reversed.'],
  bankFileKnown: [409, 'Every line of this file was imported before. Nothing was changed.'],
  bankMatchChanged: [
    409,
    'A line or payment of these was matched or changed meanwhile. Please look at them again.',
  ],
  bankAmountsDiffer: [409, 'The amounts of this line and this payment differ.'],
  bankNeedsReview: [
    409,
    'This payment needs a remark or a proof. Please verify it under Payments, and match it then.',
  ],
  bankMatchPosted: [409, 'This payment is posted, so its line stays with it.'],
  bankImportPosted: [
    409,
    'Posted payments belong to {lines} of this file. Please reverse them or undo their matches first.',
  ],
  noInvoiceSeries: [409, 'No series of invoices is open. Please open one on the page Receipts.'],
  seriesUsedUp: [
    409,
    'The numbers of this series are used up: {last} was the last. ' +
      'Please open the next series on the page Receipts.',
  ],
  seriesUnconfirmed: [
    409,
    'The portal was restored from a backup. Before anything is posted or issued, ' +
      'please confirm the last printed number of {prefix} on the page Receipts.',
  ],
  chequeNotDue: [409, 'This cheque is dated {date}. It can be posted on that day or later.'],
  nothingToClose: [409, 'No cash came in or went out since the last close.'],
  cashChanged: [409, 'Cash came in or went out meanwhile. Please look at the expected cash again.'],
  cashTakenByYou: [403, 'You took some of this cash or gave it back, so somebody else must count it.'],
  nothingToExport: [409, 'Every posted payment is in a batch already.'],
  nothingChosenToExport: [
    409,
    'None of these payments goes into a batch: each is in one or in a statement already, or is not posted.',
  ],
  copiedBefore: [
    409,
    'Rows of {amount} in all were downloaded as a copy before. ' +
      'If accounting booked that copy, it would book them twice.',
  ],
  previewChanged: [409, 'This payment was exported meanwhile. Please look at it again.'],
  exportsNotConfirmed: [
    409,
    'Exported payments of {amount} in all count as received since these statements. ' +
      'Please move them into the statements, or confirm that.',
  ],
  copyRunning: [409, 'A copy of this data is being made already. Please wait until it is ready.'],
  tooManyCopies: [429, 'At most {most} copies are made within a day. Please try again tomorrow.'],
  backupRunning: [409, 'A backup is being made already. Please wait until it is done.'],
  backupsFull: [
    409,
    'There are {count} backups made by hand or by command, and at most {most} are kept. ' +
      'Someone with access to the server removes old ones from the folder of backups first.',
  ],
  againstRules: [409, '{rule}{next}'],
  erasureHeld: [409, 'This account is on hold: {reason}'],
  erasureOfPayer: [
    409,
    'Payments of this tenant are not done yet ({count}). Verify and post them, or reject them, first.',
  ],
  erasureDuringImport: [409, 'Statements are being imported. Please try again when that is done.'],
  erasureOfDebtor: [409, 'This tenant owes {amount}. After the erasure nobody can be reached about it.'],
  erasureWaiting: [409, 'This erasure has begun already.'],
  shorterPeriods: [
    409,
    'With the shorter periods this data would be removed within hours, for good.\n{lines}',
  ],
  bookingsAgainstRules: [409, '{count} against these rules, and will stay as booked.\n{lines}'],
  tooLateToCancel: [409, 'This reservation can no longer be cancelled here. Please contact the office.'],
  noWaitingList: [409, 'This amenity has no waiting list.'],
  timeIsFree: [409, 'This time is free. You can book it now.'],
  waitingListFull: [409, 'You wait for {most} times already. Please leave one of them first.'],
  offerEnded: [409, 'This time is no longer held for you.'],
  dateReserved: [409, 'This date already reserved to this amenity.'],
  alreadyReserved: [409, 'These dates already reserved to this amenity.'],
  importNotLatest: [409, 'A later import was saved. Only the latest can be undone.'],
  importNotSaved: [409, 'Only a saved import can be undone.'],
  importUndoing: [409, '{name} is undoing an import at the moment. Please try again when it is done.'],
  importRunning: [
    409,
    '{name} is saving an import at the moment ({count} of {total} rows). Please try again when it is done.',
  ],
  walkInAnswered: [409, 'This was answered already: {answer}'],
  walkInAsked: [409, 'The resident is being asked. Please wait until the time is over.'],
  askOffice: [409, 'Ask the office.'],
  tooLarge: [413, 'This is too large. The limit is {limit}.'],
  wrongFileType: [415, 'This kind of file is not accepted here. Accepted: {accepted}.'],
  pictureDamaged: [
    415,
    'This picture is damaged. Open it, save it again or take a screenshot of it, and upload that one.',
  ],
  heicPicture: [
    415,
    'This is a HEIC picture, which few browsers show. Save it as JPEG and upload that one. ' +
      'For new photos: on the iPhone, Settings, Camera, Formats, Most Compatible.',
  ],
  pdfProtected: [
    415,
    'This PDF is protected by a password or against changes. Save it without protection and try again.',
  ],
  pdfPortfolio: [415, 'This PDF is a collection of other files. Upload each of them by itself.'],
  pdfForm: [
    415,
    'What is filled in on this PDF form would be lost. Print it to a PDF and upload the printed one.',
  ],
  pdfUnreadable: [415, 'This PDF is damaged or unusual. Print it to a PDF and upload the printed one.'],
  unsupportedMediaType: [415, 'This content type is not accepted.'],
  keyReused: [422, 'This key was used for another record already.'],
  tooManyRequests: [429, 'Too many attempts. Please try again {when}.'],
  tooManyLogins: [429, 'Too many failed tries {which}. Please try again {when}.'],
  tooManyCodes: [
    429,
    'Too many wrong codes within a day. Please use a recovery code, or try again tomorrow.',
  ],
  codesUnreadable: [
    503,
    'Codes cannot be checked since the portal was restored. ' +
      'Please use a recovery code, or ask the operator to turn two-step login off.',
  ],
  internal: [500, 'Something went wrong on our side. Nothing was changed.'],
  gatewayFailed: [502, '{message}'],
  noMail: [503, 'This portal sends no email. Please contact the Property Management Office.'],
  mailRefused: [422, '{why} The email was not sent; another try would be refused too.'],
  mailNotSent: [503, 'The email could not be sent. Please try again in a while.'],
  maintenance: [503, '{message}'],
  unavailable: [503, 'The portal is not available at the moment. Please try again shortly.'],
  resetFailed: [503, 'Unable To Reset Database. Please try again later'],
  storageFull: [
    503,
    'There is no room to store anything at the moment. Nothing was saved. Please try again later.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/**
 * Error messages that name another user's change: `{change}` becomes, for example, 'Liza Villanueva approved
 * it.' (rules 14.16).
 */
const CHANGE_MESSAGES: Partial<Record<ErrorCode, string>> = {
  conflict: '{change} Please look at it again before you save.',
  alreadyDone: '{change}',
  locked: '{change} This record can no longer be changed.',
}

export type FieldErrors = Record<string, string[]>

export function formatErrorMessage(
  code: ErrorCode,
  placeholderValues: Record<string, string | number> = {},
): string {
  const message =
    (placeholderValues.change === undefined ? undefined : CHANGE_MESSAGES[code]) ?? ERRORS[code][1]
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(placeholderValues[name] ?? ''))
}
