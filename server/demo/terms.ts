import { bullets as list, document, heading, paragraph } from './content/document.ts'

/** The terms and conditions as the editor keeps them: a ProseMirror document. */
export const DEMO_TERMS = document(
  paragraph(
    'This portal is the property management office’s service to the residents of the community. By logging in you agree to the following.',
  ),
  heading('Your account'),
  paragraph(
    'Your client code and password are for your household. Please do not share them outside it, and tell the office at once if somebody else may know them.',
  ),
  list(
    'Log out on a computer that others use.',
    'Keep your telephone numbers and e-mail address current; notices are sent there.',
    'The office never asks for your password, not by telephone and not in person.',
  ),
  heading('Service requests'),
  paragraph(
    'Gate passes, work permits, visitor passes and reservations are valid once they are approved. An approved pass is shown at the gate with an identity card.',
  ),
  list(
    'Please file moving and delivery passes at least one day ahead.',
    'Outside workers need a work permit. Noisy work is from 9:00 AM to 5:00 PM, Monday to Saturday.',
    'Amenities can be reserved between 6:00 AM and 9:00 PM. Whoever reserves is answerable for the guests.',
    'Repairs inside the unit may be billed. The amount is shown before the work begins.',
  ),
  heading('Statements and payments'),
  paragraph(
    'Statements of account come from the accounting office. Some services wait while an account is overdue; visitors, deliveries and incident reports never do.',
  ),
  heading('Your personal data'),
  paragraph(
    'The office processes what you enter to run the community, under the Data Privacy Act of 2012 (Republic Act No. 10173).',
  ),
  list(
    'A visitor’s identity picture and birth date are removed 30 days after the visit.',
    'Pictures and videos of incident reports are seen by you and by the office staff in charge.',
    'You may ask the office to see, correct or remove what it keeps about you.',
  ),
  heading('Questions'),
  paragraph('Property Management Office, ground floor of Tower A, 8:00 AM to 5:00 PM, Monday to Saturday.'),
)
