"""A session of a Roulette tournament (section 10)."""

from feltwork.games.tournament import SessionRules

SESSION = SessionRules(
    chips="10.6.1",
    must_wager="10.6.4",
    units="10.6.14",
    cannot_cover="10.6.13",
    pass_cards="10.7.1",
    forms="10.8.1",
    form_filled_in="10.8.2.1",
    form_under="10.8.3.1",
    form_over="10.8.3.2",
    form_beyond_chips="10.8.3.3",
    form_blank="10.8.3.4",
    order="10.9.3",
    out_of_turn="10.9.4",
    locked="10.9.5",
    deducted="10.5.6.1",
    cancelled="10.5.6.2",
    winners="10.10.2",
    play_off="10.10.3",
    eliminated_together="10.10.4",
    pool="10.3.2",
    absent_rounds=3,
)
