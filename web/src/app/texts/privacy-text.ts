/** How the product handles personal data. An operator can replace this text. */
export const privacyText = `
This page says what this site keeps, why, and for how long. It describes the software as it comes. Whoever runs this
installation decides where it runs and who can reach the machine, and may replace this text by their own.

# Looking around

You can look at everything public without an account. No cookie is set for that, nothing counts your visits, and nothing
is loaded from advertisers. The searches that you made last, and forms that you have not sent yet, with their photos, are
kept in your own browser; one press clears the searches, and signing out removes the forms. So that they show without a
network, your browser also keeps the pages that you saw and, while you are signed in, your favourites; signing out removes
both. A city's picture may be a
link to another site, which then sees that your browser asks for it.

Your position is asked for only when you press a button for it. To show what is near, or tonight's light, it is rounded to
about a kilometre before it is sent, and it is not kept. A point that you enter for a place is compared with others in the
same way, and is sent whole with the form.

# Your account

- Your email address and your names are kept until you erase the account. Your email is shown to nobody but the
administrator.
- Your password is kept only as a hash (argon2id), from which it cannot be read.
- While you are signed in, a cookie that scripts cannot read holds your session. A session ends after 30 days without
use, and after 90 days at most. You see your sessions in your profile and can end each of them.
- A public name stands at your photos and places only if you set one in your profile, and a page with them is public only if
  you turn it on there.
- Your lists of places are yours alone. If you share one, whoever has its address reads it until you stop.
- To slow down those who guess passwords, a hash of the networks that an account was used from is kept for 30 to 60 days.

# What you contribute

Cities, places, edits, ratings, hearts, photos and reports are kept with the number of your account, never with your name or
email. What was approved is public. What waits or was declined is seen by you and by those who review it. The history of a
place, and who changed it, is kept for good, so that mistakes can be put right. What you write in a report is seen by
moderators alone.

# Photos

What others see of a photo is made anew, upright and without what the camera wrote into the file. A position, a serial
number or a name is never read or shown. When it was taken, and with what camera, is shown unless you choose otherwise.
The file as you sent it is kept on the server and is not published. 37 days after a photo is deleted its file is removed.

# Erasing your account

In your profile you can erase your account at any time. Your email, names, public name, password, sessions, lists and the texts of
your reports are deleted at once. What you contributed stays, under 'former member'; if you want a photo or a place to go
too, delete it, or ask the administrator, before you erase the account.

# Records of requests

For running and securing the site, each request is noted with its time, address without what was searched for, result and
duration, the number of the account if there is one, and, where it was refused, the network it came from. Whoever runs the
site decides how long these notes are kept. They hold no passwords, emails, names or searches.

# Mail

Where mail is set up, it is sent to confirm your address, for a forgotten password, and about decisions if you ask for it
in your profile. There are no newsletters.

# Questions

Ask whoever runs this installation. What we hold about you is what your profile, My submissions and Favourites show.
`;
