// What the server tells screens and what screens tell it, as types; nothing here runs.
// The views are made in feltwork/views, the layout in feltwork/felt, the messages of a line in feltwork/server/sockets.

/** @typedef {import("./svg.js").Point} Point */

/**
 * What a wager is on: a number, a name, the numbers of a combination, or nothing where there is but one.
 * @typedef {number | string | number[] | null} Selection
 */

/**
 * The limits of a wager: minimum, maximum where there is one, unit.
 * @typedef {[number, number | null, number]} Limit
 */

/**
 * A result: two dice, or a pocket of the wheel.
 * @typedef {any} Result
 */

/**
 * One wager on the layout.
 * @typedef {object} Stake
 * @property {number} seat
 * @property {string} wager
 * @property {Selection} on
 * @property {Selection} placed_on where it was put down, if it has travelled since
 * @property {number} stake
 * @property {number} commission
 * @property {boolean} working
 * @property {boolean | null} called on or off, as the player called it
 * @property {boolean} switchable
 * @property {string | null} contract the clause that keeps it up
 * @property {boolean} frozen
 * @property {number} tokens
 * @property {number} checks
 */

/**
 * One line of a settlement.
 * @typedef {object} Line
 * @property {number} seat
 * @property {string} wager
 * @property {Selection} on
 * @property {"win" | "lose" | "draw" | "void" | "returned"} result
 * @property {number} stake
 * @property {number} winnings
 * @property {number} returned
 * @property {number} commission_back
 * @property {string} clause
 */

/**
 * A round as it is looked back at: `lines` are the player's own.
 * @typedef {object} Round
 * @property {number} version
 * @property {number} at
 * @property {Result} [result]
 * @property {string} [invalid]
 * @property {string} [called]
 * @property {string} [clause]
 * @property {string} [reversed]
 * @property {string} [reversed_by]
 * @property {number} [reversed_at]
 * @property {Line[]} lines
 * @property {any[]} [left_up]
 * @property {any[]} [adjusted]
 * @property {any} [draw]
 */

/**
 * A result on the strip; `entered` is what lay there before it was set right.
 * @typedef {{ result: Result, reversed?: string, entered?: Result, version?: number }} Shown
 */

/**
 * A table as everybody sees it (views.views.public_view).
 * @typedef {object} View
 * @property {string} table
 * @property {string} status
 * @property {number} version
 * @property {string} phase
 * @property {string | null} suspended
 * @property {number | null} closing
 * @property {number} capacity
 * @property {Record<string, string>} seats
 * @property {Record<string, any>} crew
 * @property {number | null} shooter
 * @property {string | null} thrower
 * @property {number | null} offered
 * @property {boolean} house_throws
 * @property {boolean} practice
 * @property {Result | null} entered
 * @property {[number | null, number] | null} awaited who is to shoot, and until when
 * @property {any} asked
 * @property {any} dice
 * @property {string} book
 * @property {string} name
 * @property {boolean} spins
 * @property {string} round
 * @property {number} results
 * @property {number} chip the least chip of the table
 * @property {boolean} closed
 * @property {boolean} betting
 * @property {boolean} similar
 * @property {string} delegates
 * @property {any} shooting
 * @property {boolean} come_out
 * @property {Selection} point
 * @property {Stake[]} stakes
 * @property {Record<string, Limit>} limits
 * @property {Record<string, [Limit, number]>} announced
 * @property {number | null} closes_at
 * @property {string} source
 * @property {any} oral
 * @property {any} draw
 * @property {any} button
 * @property {number | null} valid_spin
 * @property {boolean} uncalled
 * @property {Record<string, Record<string, Limit> | null>} personal
 * @property {string} personal_by
 * @property {any} colours
 * @property {any[]} concerns
 * @property {string[]} frozen
 * @property {Record<string, number | string> | null} lucky
 * @property {Record<string, string> | null} lucky_pays
 * @property {[string, string] | null} boost
 * @property {Shown[]} history
 * @property {any} [winnings]
 */

/**
 * What only the person in a seat sees (views.views.seat_view).
 * @typedef {object} Mine
 * @property {number} seat
 * @property {number} balance
 * @property {number} [staked]
 * @property {Record<string, Limit> | null} personal
 * @property {number} [warned]
 * @property {number} [tokens]
 * @property {number} [checks]
 * @property {string[]} [tokens_for]
 * @property {Record<string, number>} [meter]
 * @property {string | null} [card]
 * @property {boolean} [needs_card]
 */

/**
 * A spot of the card of wagers (views.card.wager_card).
 * @typedef {object} Spot
 * @property {string} wager
 * @property {Selection} on
 * @property {string} title
 * @property {string} clause
 * @property {string} name
 * @property {string | null} contract
 * @property {string | null} parent
 * @property {string} concept
 * @property {number | null} units
 * @property {string | null} sleeps
 * @property {string | null} switchable
 * @property {string} pays
 * @property {string[]} how
 * @property {string[]} also
 * @property {number} full
 * @property {Record<string, number>} full_on
 * @property {string} [edge]
 * @property {string} [edge_percent]
 */

/** @typedef {Record<string, Spot>} Card */

/**
 * May a chip go there now (views.legal)? `next` is what it should add.
 * @typedef {{ ok: boolean, why?: string, clause?: string, limit: Limit, next: number, stake: number }} Legal
 */

/** @typedef {{ ok: boolean, why?: string, clause?: string }} Removable */

/**
 * Where the chips of an area lie, how wide they are, and how wide the strip of a narrow area is.
 * @typedef {{ own: Point, others: Point, chip: number, strip: number }} Places
 */

/**
 * The felt as data (felt.render.layout_data).
 * @typedef {object} Layout
 * @property {[number, number]} canvas
 * @property {{ name: string, top: number, bottom: number }[]} pages parts that a small screen shows one at a time
 * @property {{ name: string, top: number, bottom: number }[]} lying the parts of one that lies, where they are others
 * @property {{ wager: string, on: Selection, group: string, places: Places, stands_for: any }[]} areas
 * @property {{ wager: string, on: Selection, places: Places }[]} travelled
 * @property {Record<string, Point>} pucks
 * @property {Point | null} puck_off
 * @property {Record<string, Point>} dollies
 * @property {{ pocket: number | string, colour: string }[]} wheel
 * @property {{ cents: number, face: string }[]} chips
 */

/**
 * The felt of a table, as a picture and as data.
 * @typedef {object} FeltAnswer
 * @property {string} svg
 * @property {Layout} layout
 * @property {string | null} wheel
 * @property {(number | string)[]} order
 * @property {number[]} rail the chips that a player takes in hand, smallest first
 * @property {number[]} notes the notes that a terminal takes
 * @property {number} shot_seconds how long a shooter has to shoot, at an electronic table
 * @property {number} offer_seconds how long the house waits for an answer to an offer of the dice; 0 where a person deals
 */

/**
 * Who is at this browser (`/api/me`).
 * @typedef {object} Me
 * @property {string} kind
 * @property {[string, string][]} people
 * @property {string} table
 * @property {number} seat
 * @property {number} now
 * @property {string | null} [card]
 * @property {boolean} [by_card]
 * @property {string} [screen] names the session of this screen, and opens nothing
 */

/**
 * One event as every screen hears of it.
 * @typedef {object} Told
 * @property {number} version
 * @property {number} at
 * @property {string} kind
 * @property {string} by
 * @property {string} role
 * @property {string[]} text
 * @property {any} event
 * @property {string[]} [lit] the areas that the result lights
 */

/** @typedef {{ events: Told[], view: View }} News */

/**
 * The first message of a line.
 * @typedef {{ hello: Me, now: number, view: View, told: Told[], mine?: Mine, recall?: Round[], guide?: any[] }} Hello
 */

/**
 * The answer to a command: done, or refused with a clause and why.
 * @typedef {{ ack?: string, no?: string, lost?: string, why?: string, clause?: string, version?: number, [more: string]: any }} Answer
 */

/** @typedef {{ type: string, [field: string]: any }} Command */

/**
 * A step that the crew may take, or why it cannot now.
 * @typedef {{ type: string, label: string, command: Command, ok: boolean, next?: boolean, why?: string, clause?: string }} Step
 */

/**
 * A call of a player that waits for the crew's word; `oral` is the wager that was called aloud, if it is one.
 * @typedef {{ command: Command, label: string, ok: boolean, why?: string, clause?: string, decline?: Command | null, oral?: any, announcer?: string }} Call
 */

/**
 * What a crew can do now (views.crewing.crew_view).
 * @typedef {object} CrewTold
 * @property {Step[]} steps
 * @property {Call[]} calls
 * @property {any} dice
 * @property {{ who: string, clause: string } | null} rules whose word on the dice is final
 * @property {{ reason: string, clause: string, must: boolean }[]} no_result
 * @property {{ what: string, may_call: boolean, may_dismiss: boolean } | null} reported
 * @property {Record<string, any>} seats
 * @property {boolean} electronic
 * @property {boolean} sells
 * @property {string | null} screen_out
 * @property {boolean} vouchers
 * @property {any} faults
 * @property {any[]} orders
 * @property {number[]} movable
 * @property {{ tray: number, drop: number } | null} float
 * @property {number | null} period
 * @property {any} disputed
 * @property {boolean} called
 * @property {string[]} doubted
 * @property {boolean} house_dealer
 * @property {{ faulty: Record<string, string>, withheld: [string, number][] } | null} terminals what is wrong at those of an electronic table
 */

export {};
