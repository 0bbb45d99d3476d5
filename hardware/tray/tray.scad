// The printed parts of a seat: tray, tap spot and bag slot. Millimetres throughout.
//
// Each consists of a base, in which the reader boards lie, and a plate on top of it, on which the chips lie. Print both
// as they are here, flat on the bed and without supports. `make -C hardware` renders them all.
//
// x runs along the tray, y away from the player. The coil of the first reader is at the origin.

/* [What to render] */
part = "tray_4"; // [tray_4, tray_3, base_4, base_3, base_1, tap, slot, lid, view]
// The Makefile renders the NFC station's tap and base with the measures of its own board.

/* [Chip: MEASURE YOURS before printing] */
chip_d = 32;     // across; assumed
chip_h = 3;      // thickness with sticker; assumed
chip_play = 1;   // how much wider than the chip the recess is

/* [Reader board: measure yours] */
board_x = 40;
board_y = 60;
board_z = 1.6;
coil_y = 20;     // from the edge of the board at the antenna's end to the middle of the coil
board_play = 0.6;
joints_y = 6;    // the strip at the other end where solder joints stick up
joints_x = 24;

/* [Where things are] */
cells_per_reader = 2; // 1 for chips that are too wide for two
cell_pitch = 34;      // between the two cells of a reader
reader_pitch = 44;    // between readers
sticker_play = 1;     // how far a sticker may be from the chip's centre
hold = 2;             // how far a tag may be from its place in all; 5 mm further out nothing is read

/* [Thicknesses] */
floor_z = 2.4;   // between board and chip
recess = 2;      // how deep a chip lies
rim = 3;         // the wall along front and back
wall = 2;
bottom = 1.6;
under_board = 12; // room for wires below the boards
channel = 16;     // room for wires behind the boards
joints_z = 1.2;   // how far solder joints stick up

/* [Printer] */
bed = 220;

/* [Hidden] */
$fn = 64;
lamp_d = 3.2;
screw_d = 3.2;
screw_head = 5.6;
pilot_d = 2.6;    // M3 cuts its own thread
corner = 8;
tap_play = 8;
slot_play = 2;    // sideways
slot_gap = 1;     // above the chip
roof = 2;
lip = 2.5;        // around the recesses

cell_d = chip_d + chip_play;
far_cell = cells_per_reader == 2 ? cell_pitch / 2 : 0;
board_front = -coil_y - board_play / 2;
board_back = board_y - coil_y + board_play / 2;
front = -max(far_cell + cell_d / 2 + lip, coil_y + board_play / 2 + corner);
back = board_back + channel + wall;
depth = back - front;
end_wall = (reader_pitch - board_x - board_play) / 2;
base_z = bottom + under_board + board_z;
plate_z = floor_z + recess;
wires = [board_back + wall + 0.2, back - corner]; // the opening in the end walls, from this y to that
lamp_y = (wires[0] + wires[1]) / 2;
has_cells = part == "tray_4" || part == "tray_3";

module check() {
    assert(chip_play / 2 + board_play / 2 + sticker_play <= hold, "chip, board and sticker have too much play in all");
    assert(cells_per_reader == 1 || cells_per_reader == 2, "a reader serves one cell or two");
    assert(far_cell <= 17, "two cells of this pitch are too far from the coil: set cells_per_reader = 1");
    assert(cells_per_reader == 1 || cell_pitch - cell_d >= 0.8,
           "chips of this size leave no wall between the two cells of a reader: set cells_per_reader = 1");
    assert(reader_pitch - cell_d >= 2, "reader_pitch is too small for the chip");
    assert(end_wall >= 1.2, "reader_pitch is too small for the board");
    assert(recess < chip_h, "the chip must stand above the plate, or no finger lifts it");
    assert(floor_z >= joints_z + 0.8, "floor_z leaves less than 0.8 mm above the solder joints");
    assert(floor_z <= 4, "floor_z is too thick to read through");
    assert(!has_cells || board_back - joints_y >= far_cell + cell_d / 2,
           "a recess reaches over the solder joints");
    assert(slot_play / 2 + board_play / 2 + sticker_play <= 10, "the slot does not hold a chip over the coil");
    assert(chip_d + slot_play + 2 * wall <= reader_pitch, "reader_pitch is too small for the slot");
    assert(chip_d + tap_play + 2 <= reader_pitch, "reader_pitch is too small for the tap spot");
    assert(4 * reader_pitch <= bed && depth <= bed, "four readers do not fit on the printer's bed");
}

// -- flat shapes ---------------------------------------------------------------------------------------------------

// Everything is made of flat shapes, layer upon layer.
module layer(from, to) translate([0, 0, from]) linear_extrude(to - from) children();

module at_readers(n) for (i = [0 : n - 1]) translate([i * reader_pitch, 0]) children();

module box_between(x0, y0, x1, y1) translate([x0, y0]) square([x1 - x0, y1 - y0]);

module outline(n) box_between(-reader_pitch / 2, front, (n - 0.5) * reader_pitch, back);

module at_corners(n, inset) {
    for (x = [-reader_pitch / 2 + inset, (n - 0.5) * reader_pitch - inset], y = [front + inset, back - inset])
        translate([x, y]) children();
}

module screws(n, d) at_corners(n, corner / 2 + 0.5) circle(d = d);

module lamps(n) at_readers(n) translate([0, lamp_y]) circle(d = lamp_d);

module cells() {
    if (cells_per_reader == 2) for (y = [-far_cell, far_cell]) translate([0, y]) circle(d = cell_d);
    else circle(d = cell_d);
}

module joints(n) at_readers(n)
    box_between(-joints_x / 2, board_back - joints_y, joints_x / 2, board_back);

// -- plates --------------------------------------------------------------------------------------------------------

// The lowest layers of every plate: holes for screws and lamps, and a groove below for the solder joints.
module plate_floor(n, lamps = true) {
    layer(0, joints_z) difference() { drilled(n, lamps); joints(n); }
    layer(joints_z, floor_z) drilled(n, lamps);
}

module drilled(n, lamps) difference() {
    outline(n);
    screws(n, screw_d);
    if (lamps) lamps(n);
}

module tray(n) {
    plate_floor(n);
    layer(floor_z, plate_z) difference() {
        outline(n);
        lamps(n);
        screws(n, screw_head);
        at_readers(n) cells();
    }
    layer(plate_z, plate_z + rim) {
        box_between(-reader_pitch / 2, front, (n - 0.5) * reader_pitch, front + lip / 2);
        box_between(-reader_pitch / 2, back - lip / 2, (n - 0.5) * reader_pitch, back);
    }
}

module tap() {
    plate_floor(1);
    layer(floor_z, floor_z + 1) difference() {
        outline(1);
        lamps(1);
        screws(1, screw_head);
        circle(d = chip_d + tap_play);
    }
}

// A chip is pushed in under the roof, rests over the coil, and is pulled out again with a finger in the notch.
module slot() {
    half = (chip_d + slot_play) / 2;
    stop = chip_d / 2;
    ceiling = floor_z + chip_h + slot_gap;
    sides = reader_pitch / 2;
    plate_floor(1);
    layer(floor_z, ceiling) difference() {
        box_between(-sides, front + corner + 3, sides, stop + 4);
        box_between(-half, front, half, stop);
    }
    layer(ceiling, ceiling + roof) difference() {
        box_between(-sides, -chip_d / 2 + 4, sides, stop + 4);
        translate([0, -chip_d / 2 + 3]) circle(d = 18);
    }
}

// Closes a base_1 that holds a controller on a perfboard of the size of a reader.
module lid() plate_floor(1, lamps = false);

// -- bases ---------------------------------------------------------------------------------------------------------

module inside(n) {
    at_readers(n) box_between(-board_x / 2 - board_play / 2, front + wall, board_x / 2 + board_play / 2, back - wall);
    box_between(-board_x / 2, board_back, (n - 1) * reader_pitch + board_x / 2, back - wall);
}

// Places its children at the four corners of a board: x and y point inwards, and negative ones outwards.
module at_board_corners() {
    for (sx = [-1, 1], end = [[board_front, 1], [board_back, -1]])
        translate([sx * (board_x + board_play) / 2, end[0]]) scale([-sx, end[1]]) children();
}

module base_walls(n) {
    difference() { outline(n); inside(n); }
    at_corners(n, corner / 2) square(corner, center = true);
    at_readers(n) at_board_corners() box_between(-0.1, -wall, 6, 0); // keeps the board from sliding
}

module base_below_board(n) {
    base_walls(n);
    at_readers(n) at_board_corners() box_between(-0.1, -wall, 5, 5); // carries the board
}

module base_cuts(n) {
    screws(n, pilot_d);
    for (x = [-reader_pitch / 2, (n - 0.5) * reader_pitch])
        box_between(x - end_wall - 0.1, wires[0], x + end_wall + 0.1, wires[1]);
}

module base(n) difference() {
    union() {
        layer(0, bottom) outline(n);
        layer(bottom, base_z - board_z) difference() { base_below_board(n); base_cuts(n); }
        layer(base_z - board_z, base_z) difference() { base_walls(n); base_cuts(n); }
    }
    for (y = [board_front - 5, board_back - 10], x = [-reader_pitch / 2, (n - 0.5) * reader_pitch])
        translate([x, y, bottom + 5]) rotate([0, 90, 0]) cylinder(d = screw_d, h = 10, center = true); // to the next part
}

// -- all together --------------------------------------------------------------------------------------------------

module boards(n) at_readers(n) color("royalblue") translate([-board_x / 2, -coil_y, base_z - board_z])
    cube([board_x, board_y, board_z]);

module chips(n) at_readers(n) color("firebrick") translate([0, 0, floor_z])
    for (y = [-far_cell, far_cell]) translate([0, y]) cylinder(d = chip_d, h = chip_h);

module view() {
    color("dimgray") base(4);
    boards(4);
    translate([0, 0, 45]) { color("wheat") tray(4); chips(2); }
    translate([4 * reader_pitch + 12, 0]) {
        color("dimgray") base(1);
        boards(1);
        translate([0, 0, 45]) color("wheat") tap();
    }
    translate([5 * reader_pitch + 24, 0]) {
        color("dimgray") base(1);
        boards(1);
        translate([0, 0, 45]) color("wheat") slot();
    }
}

check();
if (part == "tray_4") tray(4);
else if (part == "tray_3") tray(3);
else if (part == "base_4") base(4);
else if (part == "base_3") base(3);
else if (part == "base_1") base(1);
else if (part == "tap") tap();
else if (part == "slot") slot();
else if (part == "lid") lid();
else if (part == "view") view();
else assert(false, str("there is no part ", part));
