/**
 * The terms of use of an installation; `{licence}` stands for its licence of uploads. An operator can replace this
 * text.
 */
export const termsText = `
These terms describe how the site works. Whoever runs this installation may replace them by their own.

# What you may do

Everybody may look around. With an account you may add cities and places, send photos, rate, and propose changes. Say what
you know to be true: a place that exists, a name that people there use, an hour that you have tried.

# What you send stays yours

Your photos and texts remain yours. Send only what you made yourself, or may share. By sending a photo or a text you let
everybody use it under {licence}, which cannot be taken back for copies that others already have. You can delete your photos
at any time.

# What does not belong here

- What breaks the law or somebody's rights, such as other people's photos.
- Pictures of people who can be recognised and would not want it, above all of children.
- Places whose visitors trespass, come into danger, or disturb animals.
- Advertising, insults, and the same thing again and again.

# Review

What you send is looked at before everybody sees it, or soon afterwards. It may be approved, changed with a record of the
change, or declined, with a reason that you find in My submissions. What was declined can be corrected and sent in again. Anybody
can report what should not be here.

# Accounts

Keep your password to yourself. Who harms the site or others can lose the right to contribute; they can still read, and
erase their account. You can erase yours in your profile whenever you like.

# No promises

Light, weather and opening hours change: look after yourself, and ask where a place is private. The site is offered as it is,
without a promise that it is there at all times or that everything in it is right.
`;
